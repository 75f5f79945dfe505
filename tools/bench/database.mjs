import { mkdtempSync, realpathSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { built, require } from '../lib/database.mjs';
import { fill, sizes } from './fill.mjs';

/**
 * The benchmark's database: PostgreSQL as the app ships it, filled. With `keep` in that folder, where the next run finds it; else
 * in one that `close` removes.
 */
export async function openDatabase({ size, keep, say }) {
  const dataDir = keep ? resolve(keep) : mkdtempSync(join(tmpdir(), 'ecom-crm-bench-'));
  if (!keep) chmodSync(dataDir, 0o755);
  const server = await built('platform/embedded-postgres/embedded-postgres.js').startEmbeddedPostgres({
    dataDir,
    log: say,
  });
  const close = async () => {
    await server.stop();
    if (keep) return;
    // Where the account of PostgreSQL may not enter the folder, it points to another.
    for (const path of [realpathSync(join(dataDir, 'postgres')), dataDir])
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await prepare(server.url, size, say);
    return { url: server.url, copy: () => copyOf(server.url), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The address of a copy of the database, in place of the one before; nobody may be connected to the database. */
async function copyOf(url) {
  const address = new URL(url);
  const name = address.pathname.slice(1);
  address.pathname = '/postgres';
  const { withClient } = built('platform/embedded-postgres/server.js');
  await withClient(address.href, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name}_copy`);
    await client.query(`CREATE DATABASE ${name}_copy TEMPLATE ${name}`);
  });
  address.pathname = `/${name}_copy`;
  return address.href;
}

async function prepare(url, size, say) {
  const { DataSource } = require('typeorm');
  const { Client } = require('pg');
  const source = await new DataSource(built('database/data-source.js').dataSourceOptions(url)).initialize();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const found = await sizeOf(client);
    if (found && found !== size) throw new Error(`The folder holds ${found}. Give --size ${found}, or another folder.`);
    if (found) return await built('database/migrate.js').migrate(source);
    await allowSettings(url);
    const started = Date.now();
    await fill(client, source, sizes[size], say);
    await client.query('CREATE TABLE bench.filled AS SELECT $1::text AS size', [size]);
    const {
      rows: [{ bytes }],
    } = await client.query('SELECT pg_database_size(current_database()) AS bytes');
    say(`Filled in ${((Date.now() - started) / 60_000).toFixed(1)} minutes; ${(bytes / 2 ** 30).toFixed(2)} GB.`);
  } finally {
    await client.end();
    await source.destroy();
  }
}

/** The account of the app changes settings of the server to fill it sooner, which takes a superuser. */
async function allowSettings(url) {
  const address = new URL(url);
  const app = address.username;
  address.username = 'postgres';
  const { withClient } = built('platform/embedded-postgres/server.js');
  await withClient(address.href, (client) => client.query(`ALTER ROLE ${app} SUPERUSER`));
}

/** What an earlier run has filled it with; undefined where it is new. */
async function sizeOf(client) {
  const {
    rows: [{ filled, users }],
  } = await client.query("SELECT to_regclass('bench.filled') AS filled, to_regclass('public.users') AS users");
  if (filled) return (await client.query('SELECT size FROM bench.filled')).rows[0].size;
  if (users)
    throw new Error('The folder holds a database that the benchmark has not filled to its end. Give --keep a new one.');
  return undefined;
}
