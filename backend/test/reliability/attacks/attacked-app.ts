import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { Api } from '../../support/api';
import { cloneDatabase } from '../../support/database';
import { startProcess, type AppProcess } from '../../support/processes/app-process';
import { LatencyProbe } from '../load/latency-probe';
import { report, runsAlone, seededFault } from '../reliability-config';

const HEAP_MB = 512;
const MAX_MEMORY_MB = 400;
/** What colleagues may wait for; longer where other suites run at the same time. */
const MAX_P99_MS = runsAlone ? 1000 : 10_000;
export const MAX_WAIT_MS = runsAlone ? 2000 : 20_000;
const MAX_STOP_MS = 25_000;
const QUIET_MS = 2000;
const SIGN_IN_EVERY_MS = 500;
const PASSWORD = 'secret password';

/** Seeds a fault in the built app, and expects that an attack on it is noticed. */
export function seededAttack(what: string, mutant: string, attack: (attacked: AttackedApp) => Promise<unknown>): void {
  seededFault('attacks', what, async () => {
    const attacked = await AttackedApp.start({ WEBHOOK_TARGETS: 'any' }, mutant);
    await expect(attack(attacked)).rejects.toThrow();
    await attacked.kill();
  });
}

interface SignIn {
  ms: number;
  status: number | string;
}

/** The built app with a small heap, an attacker who is signed in, and colleagues who go on working. */
export class AttackedApp {
  /** The attacker. */
  readonly api: Api;
  private knownBrowser = '';
  private quietMs = 0;
  private probe?: LatencyProbe;

  private constructor(
    readonly app: AppProcess,
    readonly databaseUrl: string,
  ) {
    this.api = new Api(app.url);
  }

  /** `mutant` names a script of `mutants/` that breaks it. */
  static async start(env: NodeJS.ProcessEnv = {}, mutant?: string): Promise<AttackedApp> {
    const DATABASE_URL = await cloneDatabase();
    const NODE_OPTIONS = `--max-old-space-size=${HEAP_MB}`;
    const app = await startProcess({
      env: { DATABASE_URL, HOST: '127.0.0.1', LOG_LEVEL: 'error', NODE_OPTIONS, ...env },
      mutant,
    });
    await app.ready;
    const attacked = new AttackedApp(app, DATABASE_URL);
    await attacked.watch();
    return attacked;
  }

  /** The most memory that the process has had, MB. */
  get peakMemory(): number {
    const status = readFileSync(`/proc/${this.app.child.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  /** Runs an attack, and expects that nobody else is disturbed: reports their 99th percentile, the slowest sign-in and the memory. */
  async during<T>(what: string, attack: () => Promise<T>): Promise<T> {
    this.probe?.take();
    const signIns: SignIn[] = [];
    const done = new AbortController();
    const signingIn = this.signInAgain(signIns, done.signal);
    try {
      return await attack();
    } finally {
      done.abort();
      await signingIn;
      const slowest = Math.max(...signIns.map(({ ms }) => ms));
      const { p99 } = (this.probe as LatencyProbe).take();
      report(
        'attacks',
        `${what}: p99 of others ${p99.toFixed(0)} ms (quiet ${this.quietMs.toFixed(0)}), slowest sign-in ${slowest.toFixed(0)} ms, ${this.peakMemory.toFixed(0)} MB`,
      );
      expect(signIns.filter(({ status }) => status !== 200)).toEqual([]);
      expect(slowest).toBeLessThan(MAX_WAIT_MS);
      expect(p99).toBeLessThan(MAX_P99_MS);
      expect(this.peakMemory).toBeLessThan(MAX_MEMORY_MB);
    }
  }

  /** Runs statements on its database. */
  async query(text: string, values: unknown[] = []): Promise<void> {
    const client = new Client({ connectionString: this.databaseUrl });
    await client.connect();
    try {
      await client.query(text, values);
    } finally {
      await client.end();
    }
  }

  /** Sends SIGTERM, and expects an orderly end in time. */
  async stop(): Promise<void> {
    await this.probe?.stop();
    const started = performance.now();
    expect(await this.app.stop()).toBe(0);
    expect(performance.now() - started).toBeLessThan(MAX_STOP_MS);
  }

  /** Ends it without a word. */
  async kill(): Promise<void> {
    await this.probe?.stop();
    this.app.child.kill('SIGKILL');
    await this.app.ended;
  }

  private async watch(): Promise<void> {
    await this.api.post('/api/register', { email: 'mallory@shop.example', password: PASSWORD });
    const { id } = (await this.api.post('/api/updates', { title: 'A title', content: 'A text' })).body;
    const worker = new Api(this.app.url);
    await worker.post('/api/register', { email: 'carla@shop.example', password: PASSWORD });
    this.probe = new LatencyProbe(`${this.app.url}/api/updates/${id}`, worker.cookie);
    const { headers } = await this.send('/api/register', { email: 'ben@shop.example', password: PASSWORD });
    const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    this.knownBrowser = cookies.filter((cookie) => !/^(__Host-)?sid=/.test(cookie)).join('; ');
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    this.quietMs = this.probe.take().p99;
  }

  /** A colleague signs in from a known browser, and a balancer asks whether the app is well. */
  private async signInAgain(signIns: SignIn[], done: AbortSignal): Promise<void> {
    do {
      const started = performance.now();
      const status = await this.signIn().catch((error: Error) => error.message);
      signIns.push({ ms: performance.now() - started, status });
      await new Promise((resolve) => setTimeout(resolve, SIGN_IN_EVERY_MS));
    } while (!done.aborted);
  }

  private async signIn(): Promise<number | string> {
    // A kept connection may be closed to make room just when it is used again; a browser would then open another one.
    const health = await fetch(`${this.app.url}/healthz`, { headers: { Connection: 'close' } });
    await health.arrayBuffer();
    if (health.status !== 200) return `/healthz was answered ${health.status}`;
    const { status } = await this.send('/api/login', { email: 'ben@shop.example', password: PASSWORD });
    return status;
  }

  private send(path: string, body: object): Promise<Response> {
    return fetch(this.app.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: this.knownBrowser, Connection: 'close' },
      body: JSON.stringify(body),
    });
  }
}
