import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
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
});
