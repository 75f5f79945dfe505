import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compileEmbedded, postgresProcesses, startProcess } from '../../../test/support/processes/embedded-process';
import { startThrowAwayPostgres } from './embedded-postgres';
import { withClient } from './server';

async function homeOf(url: string): Promise<string> {
  const query = "SELECT setting FROM pg_settings WHERE name = 'data_directory'";
  const { rows } = await withClient(url, (client) => client.query<{ setting: string }>(query));
  return dirname(rows[0].setting);
}

// Whole servers are made, killed and recovered here, on whatever machine this is.
jest.setTimeout(60_000);

describe('A throw-away server', () => {
  let compiled: string;

  beforeAll(() => (compiled = compileEmbedded()));
  afterAll(() => rmSync(compiled, { recursive: true, force: true }));

  it('is fast, orders text like the real one, and leaves nothing', async () => {
    const server = await startThrowAwayPostgres();
    const home = await homeOf(server.url);
    const query = "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'server_encoding', 'max_connections')";
    const { rows } = await withClient(server.url, (client) => client.query<{ name: string; setting: string }>(query));
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'off',
      max_connections: '200',
      server_encoding: 'UTF8',
    });
    await server.stop();
    await server.stop();
    expect(existsSync(home)).toBe(false);
    expect(postgresProcesses(home)).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('is gone when its process is ended by %s', async (signal) => {
    const process = startProcess(compiled);
    const home = await homeOf(await process.url);
    await process.kill(signal);
    expect(process.child.signalCode).toBe(signal);
    expect(postgresProcesses(home)).toEqual([]);
    expect(existsSync(home)).toBe(false);
  });

  it('is cleared away by the next one when its process was killed', async () => {
    const process = startProcess(compiled);
    const home = await homeOf(await process.url);
    await process.kill('SIGKILL');
    expect(postgresProcesses(home)).not.toEqual([]);
    const next = await startThrowAwayPostgres();
    expect(postgresProcesses(home)).toEqual([]);
    expect(existsSync(home)).toBe(false);
    await next.stop();
  });

  const isRoot = process.getuid?.() === 0;
  // Windows has no numeric file owners, needs extra rights for symbolic links, and has no `sleep` command.
  if (process.platform !== 'win32')
    describe('does not end a program whose working folder is named by', () => {
      /** A folder as a killed process leaves it, whose data is said to lie where a program works. */
      const leftover = (folder: string, data: string) => {
        mkdirSync(folder);
        writeFileSync(join(folder, 'owner'), JSON.stringify({ pid: 2 ** 22 + 1, identity: 'long ago' }));
        symlinkSync(data, join(folder, 'data'));
      };
      const NOBODY = 65_534;
      const foreign: [string, (planted: string, elsewhere: string) => void][] = [
        ['the data of a leftover folder of the same user', (planted, elsewhere) => leftover(planted, elsewhere)],
        [
          'a folder that is a symbolic link',
          (planted, elsewhere) => {
            leftover(join(elsewhere, 'folder'), elsewhere);
            symlinkSync(join(elsewhere, 'folder'), planted);
          },
        ],
        [
          'a folder of another user',
          (planted, elsewhere) => {
            leftover(planted, elsewhere);
            chownSync(planted, NOBODY, NOBODY);
          },
        ],
      ];

      it.each(foreign.filter(([where]) => isRoot || !where.includes('another user')))('%s', async (where, plant) => {
        const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
        const planted = join(tmpdir(), `ecom-crm-postgres-${process.pid}`);
        const program = spawn('sleep', ['60'], { cwd: elsewhere, stdio: 'ignore' });
        const ended = once(program, 'exit');
        try {
          await once(program, 'spawn');
          plant(planted, elsewhere);
          await (await startThrowAwayPostgres()).stop();
          expect([where, program.exitCode, program.signalCode]).toEqual([where, null, null]);
          // Nobody else's folder is removed.
          expect(existsSync(planted)).toBe(!where.includes('the same user'));
        } finally {
          program.kill('SIGKILL');
          await ended;
          for (const path of [planted, elsewhere]) rmSync(path, { recursive: true, force: true });
        }
      });
    });
});
