import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../src/platform/embedded-postgres/server';
import { postgresProcesses } from '../../support/processes/embedded-process';
import { debian, edited, makeFolder, Program, writeFor } from './programs';

const NODES = ['db1', 'db2', 'db3'];

/** A machine of the database: its programs, and where they listen. */
interface Node {
  name: string;
  ports: { postgres: number; patroni: number; client: number; peer: number };
  data: string;
  config: string;
  etcdEnv: NodeJS.ProcessEnv;
  etcd?: Program;
  patroni?: Program;
}

/** What Patroni says of a member. */
interface Member {
  name: string;
  role: string;
  state: string;
}

/** Three machines of a database on this one: etcd, Patroni, PostgreSQL, and HAProxy in balancer, set up by the files of `deploy/postgres`. */
export class PatroniCluster {
  private nodes: Node[] = [];
  private proxy?: Program;
  private proxyPort = 0;

  private constructor(
    private readonly env: NodeJS.ProcessEnv,
    private readonly folder: string,
    private readonly synchronous: boolean,
  ) {}

  /** Starts all of it and waits until it is whole; where it is not synchronous, a commit waits for no other machine. */
  static async start({ synchronous = true } = {}): Promise<PatroniCluster> {
    const cluster = new PatroniCluster(debian(), makeFolder(), synchronous);
    try {
      await cluster.prepare();
      for (const node of cluster.nodes) cluster.launch(node);
      cluster.proxy = new Program(
        'haproxy',
        ['-W', '-f', writeFor(cluster.folder, 'haproxy.cfg', cluster.proxyConfig())],
        { env: cluster.env, cwd: cluster.folder },
      );
      await cluster.whole(120_000);
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** The address of the primary, whichever it is, for an account of all rights. */
  url(database: string): string {
    return `postgres://postgres:change-me-superuser@127.0.0.1:${this.proxyPort}/${database}`;
  }

  /** Resolves when there is a primary that two replicas follow, one of them in step if it is synchronous; rejects after `ms`. */
  async whole(ms: number): Promise<void> {
    for (const end = Date.now() + ms; Date.now() < end; await sleep(200)) {
      const roles = (await this.members())
        .filter(({ state }) => ['running', 'streaming'].includes(state))
        .map(({ role }) => role)
        .sort();
      if (
        roles.join() === (this.synchronous ? 'leader,replica,sync_standby' : 'leader,replica,replica') &&
        (await this.primary())
      )
        return;
    }
    throw new Error(`The cluster is not whole after ${ms} ms: ${JSON.stringify(await this.members())}\n${this.said}`);
  }

  /** `kill -9` of all that the primary's machine runs; answers how to start it again. */
  async killPrimary(): Promise<() => void> {
    const node = await this.wantedPrimary();
    for (const pid of [node.patroni?.pid ?? 0, node.etcd?.pid ?? 0, ...postgresProcesses(node.data)]) kill(pid);
    await Promise.all([node.patroni?.stop('SIGKILL'), node.etcd?.stop('SIGKILL')]);
    // Processes that were just starting.
    for (const pid of postgresProcesses(node.data)) kill(pid);
    return () => this.launch(node);
  }

  /** Both replicas take nothing from now on; answers how to end that, with what is on its way to them lost. */
  async holdReplicas(): Promise<() => void> {
    const primary = await this.wantedPrimary();
    const replicas = this.nodes.filter((node) => node !== primary);
    let receivers: number[] = [];
    // A replica that has lost its primary for a moment receives again within seconds.
    for (const end = Date.now() + 10_000; receivers.length !== 2; await sleep(50)) {
      if (Date.now() > end) throw new Error(`${receivers.length} replicas receive`);
      receivers = replicas.flatMap(({ data }) => postgresProcesses(data).filter(isReceiver));
    }
    for (const pid of receivers) process.kill(pid, 'SIGSTOP');
    return () => receivers.forEach(kill);
  }

  /** Hands the primary's role to the replica in step, as for maintenance. */
  async switchOver(): Promise<void> {
    const { name, ports } = await this.wantedPrimary();
    const candidate = (await this.members()).find(({ role }) => role === 'sync_standby')?.name;
    const answer = await fetch(`http://127.0.0.1:${ports.patroni}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: name, candidate }),
    });
    if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`);
  }

  /** Ends everything, however it is. */
  async stop(): Promise<void> {
    for (const node of this.nodes) await node.patroni?.stop('SIGKILL');
    for (const node of this.nodes) for (const pid of postgresProcesses(node.data)) kill(pid);
    for (const { etcd } of this.nodes) await etcd?.stop('SIGKILL');
    await this.proxy?.stop('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async prepare(): Promise<void> {
    const ports: Node['ports'][] = [];
    for (let n = 0; n < NODES.length; n++)
      ports.push({
        postgres: await freePort(),
        patroni: await freePort(),
        client: await freePort(),
        peer: await freePort(),
      });
    this.proxyPort = await freePort();
    this.nodes = NODES.map((name, index) => {
      const config = writeFor(this.folder, `${name}.yml`, this.patroniConfig(index, ports));
      return { name, ports: ports[index], data: this.dataOf(name), config, etcdEnv: this.etcdEnv(index, ports) };
    });
  }

  private launch(node: Node): void {
    const { env, folder: cwd } = this;
    node.etcd = new Program('etcd', [], { env: { ...env, ...node.etcdEnv }, cwd });
    node.patroni = new Program('patroni', [node.config], { env, cwd });
  }

  private dataOf(name: string): string {
    return join(this.folder, `${name}-data`);
  }

  private patroniConfig(index: number, ports: Node['ports'][]): string {
    const name = NODES[index];
    return edited('postgres/patroni.yml', [
      ['name: db1', `name: ${name}`],
      ...ports.map(({ client }, n): [string, string] => [`10.0.0.2${n + 1}:2379`, `127.0.0.1:${client}`]),
      ['10.0.0.21:8008', `127.0.0.1:${ports[index].patroni}`],
      ['10.0.0.21:5432', `127.0.0.1:${ports[index].postgres}`],
      ['/var/lib/postgresql/15/ecom-crm', this.dataOf(name)],
      ['/var/lib/postgresql/.pgpass-patroni', join(this.folder, `${name}.pgpass`)],
      ['/var/run/postgresql', this.folder],
      ['10.0.0.0/24', '127.0.0.1/32'],
      // Without it Patroni lets no replica follow that is a megabyte behind.
      ...(this.synchronous
        ? []
        : ([['synchronous_mode: true', 'synchronous_mode: false\n    maximum_lag_on_failover: 1000000000']] as [
            string,
            string,
          ][])),
    ]);
  }

  private etcdEnv(index: number, ports: Node['ports'][]): NodeJS.ProcessEnv {
    const text = edited('postgres/etcd.env', [
      ['ETCD_NAME=db1', `ETCD_NAME=${NODES[index]}`],
      ['/var/lib/etcd/ecom-crm', join(this.folder, `${NODES[index]}-etcd`)],
      // The list of all first: the rest is about this one.
      ...ports.map(({ peer }, n): [string, string] => [
        `db${n + 1}=http://10.0.0.2${n + 1}:2380`,
        `db${n + 1}=http://127.0.0.1:${peer}`,
      ]),
      ['10.0.0.21:2380', `127.0.0.1:${ports[index].peer}`],
      ['10.0.0.21:2379', `127.0.0.1:${ports[index].client}`],
    ]);
    return Object.fromEntries(
      text
        .split('\n')
        .filter((line) => /^\w+=/.test(line))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
  }

  private proxyConfig(): string {
    return edited('postgres/haproxy.cfg', [
      ['  user haproxy\n  group haproxy\n', ''],
      ['bind 127.0.0.1:5000', `bind 127.0.0.1:${this.proxyPort}`],
      ['check port 8008 ', 'check '],
      ...this.nodes.map(({ ports }, n): [string, string] => [
        `10.0.0.2${n + 1}:5432`,
        `127.0.0.1:${ports.postgres} port ${ports.patroni}`,
      ]),
    ]);
  }

  private async members(): Promise<Member[]> {
    for (const { ports } of this.nodes) {
      const answer = await fetch(`http://127.0.0.1:${ports.patroni}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  private async primary(): Promise<Node | undefined> {
    for (const node of this.nodes) {
      const answer = await fetch(`http://127.0.0.1:${node.ports.patroni}/primary`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined);
      if (answer?.status === 200) return node;
    }
  }

  private async wantedPrimary(): Promise<Node> {
    const node = await this.primary();
    if (!node) throw new Error('There is no primary');
    return node;
  }

  private get said(): string {
    return [...this.nodes.flatMap(({ etcd, patroni }) => [etcd, patroni]), this.proxy]
      .map((program) => program?.said.slice(-1_500))
      .join('\n---\n');
  }
}

function isReceiver(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walreceiver');
}

function kill(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
