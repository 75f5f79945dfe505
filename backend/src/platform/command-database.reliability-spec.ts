import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadEnv } from '../config/env';
import { COMMAND_NAME, withDatabase } from './command-database';
import { withClient } from './embedded-postgres/server';

// A whole server is made, and stopped, here.
jest.setTimeout(60_000);

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'command-database-'));
  jest.spyOn(console, 'log').mockReturnValue();
});
afterAll(() => {
  // As root it is elsewhere, where PostgreSQL's account can enter.
  rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

const env = () => loadEnv({ DATA_DIR: dataDir });
/** Holds a connection of this name for a while, on a server that others may stop. */
const hold = (url: string, name: string, ms: number) =>
  withClient(url, async (client) => void (await client.query('SELECT pg_sleep($1)', [ms / 1000])), name);

it('makes no database, but for a command that says so', async () => {
  await expect(withDatabase(env(), async () => undefined)).rejects.toThrow(`There is no database in ${dataDir} yet.`);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  await withDatabase(env(), async () => undefined, { create: true });
  await withDatabase(env(), async () => undefined);
});

it('says that the database is not one of the app', async () => {
  await expect(
    withDatabase(env(), (url) => withClient(url, async (client) => void (await client.query('SELECT FROM users')))),
  ).rejects.toThrow('The database is empty or of another version of the app (');
});

it('stops the server that it has started only when the commands that share it have ended', async () => {
  let other: Promise<unknown> = Promise.resolve();
  await withDatabase(env(), async (url) => {
    other = hold(url, COMMAND_NAME, 2000).catch(({ message }: Error) => message);
    await sleep(200);
  });
  expect(await other).toBeUndefined();
});

it('does not wait for an app, which goes on with a server of its own', async () => {
  const names = ['ecom-crm 01234567 heartbeat', 'ecom-crm 01234567'];
  let app: Promise<unknown> = Promise.resolve();
  await withDatabase(env(), async (url) => {
    app = Promise.all(names.map((name) => hold(url, name, 20_000))).catch(({ code }: { code: string }) => code);
    await sleep(500);
  });
  expect(await app).toBe('57P01');
});
