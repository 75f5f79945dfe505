import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startThrowAwayPostgres } from '../../../src/platform/embedded-postgres/embedded-postgres';
import { withClient } from '../../../src/platform/embedded-postgres/server';
import {
  compileEmbedded,
  postgresProcesses,
  startProcess,
  type EmbeddedProcess,
} from '../../support/processes/embedded-process';
import { count, report, seededFault } from '../reliability-config';

const COMMITS = count(50, 1000);
const NOT_COUNTED = 'strace is not installed, or may not watch other processes: fdatasync was not counted';

jest.setTimeout(120_000);

let compiled: string;
let dataDir: string;
let server: EmbeddedProcess | undefined;

beforeAll(() => {
  compiled = compileEmbedded();
  dataDir = mkdtempSync(join(tmpdir(), 'durability-'));
});
afterEach(() => server?.stop());
afterAll(() => {
  rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true, force: true });
  for (const folder of [dataDir, compiled]) rmSync(folder, { recursive: true, force: true });
});

/**
 * How often the server has told the disk to keep what was written, over so many commits of one client. What PostgreSQL says
 * of itself is asked at every start; this asks the kernel, which only strace can do. Undefined where it cannot.
 */
async function countSyncs(url: string, folder: string): Promise<number | undefined> {
  const file = join(dataDir, 'trace');
  const pids = postgresProcesses(folder).flatMap((pid) => ['-p', String(pid)]);
  const strace = spawn('strace', ['-f', '-e', 'trace=fdatasync,fsync', '-o', file, ...pids], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = new Promise<'ended'>((resolve) =>
    strace.on('error', () => resolve('ended')).on('exit', () => resolve('ended')),
  );
  let said = '';
  strace.stderr.on('data', (text) => (said += String(text)));
  while ((said.match(/attached/g)?.length ?? 0) < pids.length / 2) {
    if ((await Promise.race([once(strace.stderr, 'data'), exit])) === 'ended') return undefined;
  }
  await withClient(url, async (client) => {
    await client.query('CREATE TABLE commits (number integer)');
    for (let number = 0; number < COMMITS; number++) await client.query('INSERT INTO commits VALUES ($1)', [number]);
    await client.query('DROP TABLE commits');
  });
  strace.kill('SIGINT');
  await exit;
  return readFileSync(file, 'utf8').match(/fdatasync\(|fsync\(/g)?.length ?? 0;
}

it('waits for the disk at every commit', async () => {
  server = startProcess(compiled, dataDir);
  const url = await server.url;
  const syncs = await countSyncs(url, realpathSync(join(dataDir, 'postgres', 'data')));
  report(
    'durability',
    syncs === undefined ? NOT_COUNTED : `${COMMITS} commits of one client, ${syncs} calls of fdatasync and fsync`,
  );
  expect(syncs ?? COMMITS).toBeGreaterThanOrEqual(COMMITS);
});

seededFault('G6', 'a server that does not wait for the disk', async () => {
  const careless = await startThrowAwayPostgres();
  const folder = await withClient(careless.url, (client) =>
    client.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder"),
  );
  const syncs = await countSyncs(careless.url, realpathSync(folder.rows[0].folder)).finally(() => careless.stop());
  expect(syncs ?? 0).toBe(0);
});

for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
  seededFault('G6', `${setting} is off`, async () => {
    const file = join(compiled, 'settings.js');
    const code = readFileSync(file, 'utf8');
    const faulty = code.replace(`${setting}: 'on'`, `${setting}: 'off'`);
    expect(faulty).not.toBe(code);
    writeFileSync(file, faulty);
    await expect(startProcess(compiled, dataDir).url).rejects.toThrow(`PostgreSQL runs without ${setting},`);
    writeFileSync(file, code);
  });
}
