import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  compileEmbedded,
  postgresProcesses,
  serverProcess,
  startProcess,
} from '../../../test/support/processes/embedded-process';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres';
import { usableBinaries } from './binaries';
import { createCluster } from './cluster';
import { ensurePassword, openHome } from './home';
import { withClient } from './server';
import { cacheSize } from './settings';

const servesAgainWithin = 10_000;

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  return (await withClient(url, (client) => client.query<T>(text))).rows;
}

async function answersWithin(url: string, milliseconds: number): Promise<void> {
  for (const deadline = Date.now() + milliseconds; ; await sleep(50)) {
    try {
      await query(url, 'SELECT 1');
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

// Whole servers are made, killed and recovered here, on whatever machine this is.
jest.setTimeout(60_000);

/** Ends a process, unless it has ended by itself since it was listed, as others of a server do when its first one is gone. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

describe('The embedded PostgreSQL', () => {
  let compiled: string;
  let dataDir: string;
  let data: string;
  let running: { stop(): Promise<void> }[];

  const start = async (): Promise<EmbeddedPostgres> => {
    const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    running.push(server);
    return server;
  };
  const startApart = () => {
    const process = startProcess(compiled, dataDir);
    running.push(process);
    return process;
  };

  beforeAll(() => (compiled = compileEmbedded()));
  afterAll(() => rmSync(compiled, { recursive: true, force: true }));

  beforeEach(() => {
    running = [];
    // Spaces and letters beyond ASCII; as root, mktemp's 0700 also keeps PostgreSQL's account out.
    dataDir = join(mkdtempSync(join(tmpdir(), 'embedded-')), 'dane sklepu żółć');
    data = openHome(dataDir).data;
  });
  afterEach(async () => {
    for (const server of running.reverse()) await server.stop();
    expect(postgresProcesses(realpathSync(join(dataDir, 'postgres')))).toEqual([]);
    rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true, force: true });
    rmSync(join(dataDir, '..'), { recursive: true, force: true });
  });

  it('gives the app an account that only owns its database', async () => {
    const { url } = await start();
    const roles = 'SELECT rolname, rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user';
    expect(await query(url, roles)).toEqual([
      { rolname: 'ecom_crm', rolsuper: false, rolcreaterole: false, rolcreatedb: false },
    ]);
    await query(url, 'CREATE EXTENSION pg_trgm');
    await expect(query(url, "SELECT pg_read_file('PG_VERSION')")).rejects.toThrow('permission denied');
    await expect(query(url, "COPY (SELECT 1) TO PROGRAM 'cat'")).rejects.toThrow('permission denied');
  });

  it('goes on with a folder of an earlier version, whose account is the superuser', async () => {
    const { account } = openHome(dataDir);
    const password = ensurePassword(openHome(dataDir));
    await createCluster({ binaries: usableBinaries(account, () => undefined), account, data, password });
    const { url } = await start();
    expect(await query(url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
      { rolsuper: true },
    ]);
  });

  it('is the same on every machine, durable, and for this machine alone', async () => {
    const { url } = await start();
    const [settings] = await query(
      url,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
        current_setting('synchronous_commit') AS commit, current_setting('full_page_writes') AS pages,
        current_setting('data_checksums') AS checksums, current_setting('listen_addresses') AS addresses, current_setting('shared_buffers') AS cache,
        datlocprovider AS provider, datlocale AS locale, datcollate AS collate, lower('ŻÓŁĆ') AS lower
        FROM pg_database WHERE datname = current_database()`,
    );
    expect(settings).toEqual({
      ...{ encoding: 'UTF8', fsync: 'on', commit: 'on', pages: 'on', checksums: 'on' },
      ...{
        addresses: '127.0.0.1',
        cache: cacheSize() === 1024 ? '1GB' : `${cacheSize()}MB`,
        provider: 'b',
        locale: 'C.UTF-8',
        collate: 'C',
        lower: 'żółć',
      },
    });
    expect(statSync(join(data, '..', 'password')).mode & 0o777).toBe(0o600);
    await expect(query(url.replace(/:[^:@]+@/, ':guess@'), 'SELECT 1')).rejects.toThrow(/password authentication/);
  });

  it('keeps what was written, at the same address, over a stop and a start', async () => {
    const first = await start();
    await query(first.url, "CREATE TABLE kept AS SELECT 'something' AS value");
    await first.stop();
    await first.stop();
    await expect(query(first.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'TABLE kept')).toEqual([{ value: 'something' }]);
  });

  it.each([
    { memory: 0.25, cache: 128 },
    { memory: 2, cache: 512 },
    { memory: 4, cache: 1024 },
    { memory: 64, cache: 1024 },
  ])('takes $cache MB of $memory GB for its cache', ({ memory, cache }) => {
    expect(cacheSize(memory * 2 ** 30)).toBe(cache);
  });

  it('comes back by itself when the server, then every process of it, is killed', async () => {
    const { url } = await start();
    await query(url, 'CREATE TABLE kept (value int)');
    const victims = [() => [serverProcess(data) ?? 0], () => postgresProcesses(data)];
    for (const pids of victims) {
      await query(url, 'INSERT INTO kept VALUES (1)');
      for (const pid of pids()) kill(pid);
      await answersWithin(url, servesAgainWithin);
    }
    expect(await query(url, 'SELECT count(*)::int FROM kept')).toEqual([{ count: 2 }]);
  });

  it('replaces a server whose process was killed, and loses nothing', async () => {
    const killed = startApart();
    await query(await killed.url, "CREATE TABLE kept AS SELECT 'something' AS value");
    const orphan = serverProcess(data);
    await killed.kill('SIGKILL');
    const { url } = await start();
    expect(await query(url, 'TABLE kept')).toEqual([{ value: 'something' }]);
    expect(serverProcess(data)).not.toBe(orphan);
    expect(postgresProcesses(data)).not.toContain(orphan);
  });

  it('is one for two processes that start at once, and outlives the one that started it', async () => {
    const pair = [startApart(), startApart()];
    const [url, other] = await Promise.all(pair.map((one) => one.url));
    expect(other).toBe(url);
    const owner = pair.find((one) => one.log.some((line) => line.startsWith('Creating')));
    const guest = pair.find((one) => one !== owner);
    expect(guest?.log).toEqual([expect.stringMatching(/^Sharing the PostgreSQL of another running process/)]);
    await query(url, 'CREATE TABLE kept (value int)');
    await guest?.stop();
    await query(url, 'TABLE kept');
    const second = startApart();
    expect(await second.url).toBe(url);
    const killed = serverProcess(data);
    await owner?.kill('SIGKILL');
    while ([killed, undefined].includes(serverProcess(data))) await sleep(50);
    await answersWithin(url, servesAgainWithin);
    expect(second.log).toContain('The process that owned PostgreSQL is gone; this one takes over.');
    await query(url, 'TABLE kept');
  });

  it('leaves neither a process nor half a data folder when it is ended while it starts', async () => {
    const home = join(data, '..');
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const process = startApart();
      while (!readdirSync(home).some((name) => name.startsWith('data.new-'))) await sleep(5);
      await sleep(100);
      await process.kill(signal);
      expect(existsSync(data)).toBe(false);
      if (signal === 'SIGTERM') expect(postgresProcesses(home)).toEqual([]);
    }
    await start();
    expect(readdirSync(home).filter((name) => name.startsWith('data.new-'))).toEqual([]);
  });

  it('starts although the number in a stale lock file belongs to another program now', async () => {
    await (await start()).stop();
    writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n1700000000\n5432\n\n127.0.0.1\n`);
    await answersWithin((await start()).url, 0);
    expect(serverProcess(data)).not.toBe(process.pid);
  });

  it('refuses the data of another major version, and says what to do', async () => {
    await (await start()).stop();
    writeFileSync(join(data, 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(
      /was written by PostgreSQL 17, .*brings PostgreSQL 18.*DATA_DIR.*DATABASE_URL/s,
    );
  });

  it('refuses to run without checksums', async () => {
    const home = openHome(dataDir);
    const binaries = usableBinaries(home.account, () => undefined);
    const options = { binaries, account: home.account, data, password: ensurePassword(home) };
    await createCluster({ ...options, extra: ['--no-data-checksums'] });
    await expect(start()).rejects.toThrow(/without data_checksums/);
  });

  it('refuses a database that was told not to wait for the disk', async () => {
    const first = await start();
    await query(first.url, 'ALTER DATABASE ecom_crm SET synchronous_commit = off');
    await first.stop();
    await expect(start()).rejects.toThrow(/without synchronous_commit/);
  });

  it("says what PostgreSQL's own log says when it cannot start", async () => {
    await (await start()).stop();
    writeFileSync(join(data, 'postgresql.auto.conf'), "work_mem = 'plenty'\n");
    await expect(start()).rejects.toThrow(/did not start.*invalid value for parameter "work_mem"/s);
  });

  it('says which file is missing when the password is gone', async () => {
    await (await start()).stop();
    rmSync(join(data, '..', 'password'));
    await expect(start()).rejects.toThrow(/password is missing/);
  });
});
