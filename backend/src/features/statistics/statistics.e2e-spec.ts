import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startApp, type TestApp } from '../../../test/support/app';
import type { Api } from '../../../test/support/api';
import { cloneDatabase } from '../../../test/support/database';
import { buildProduct } from '../../../test/support/factories';
import { count, newSeed, repeat, report, seededFault } from '../../../test/reliability/reliability-config';
import { backUp } from '../../platform/backup/backup';
import { restore } from '../../platform/backup/restore';
import { seeded } from '../../platform/demo/random';
import { withClient } from '../../platform/embedded-postgres/server';

const OPERATIONS = count(100, 20_000);
const AT_ONCE = 8;
const COUNTED = ['products', 'customer_questions', 'problems', 'updates'];
const seed = newSeed();
const random = seeded(seed);
const text = { title: 'Does it fit?', description: 'Mine measures 288 mm.' };

jest.setTimeout(count(60_000, 60 * 60_000));

let test: TestApp;
let api: Api;
let url: string;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  url = test.databaseUrl;
});
afterAll(() => test.close());

/** Tables whose counter differs from their rows, both read from one snapshot. */
async function wrongCounts(database = url): Promise<object[]> {
  const tables = COUNTED.map(
    (table) =>
      `SELECT '${table}' AS name, (SELECT count(*) FROM ${table}) AS rows, (SELECT sum(records) FROM counters WHERE table_name = '${table}') AS counted`,
  );
  const { rows } = await withClient(database, (client) =>
    client.query<object>(`SELECT * FROM (${tables.join(' UNION ALL ')}) AS tables WHERE rows IS DISTINCT FROM counted`),
  );
  return rows;
}

const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)];

/** Some rows more, or fewer. */
async function write(client: Client, table: string): Promise<void> {
  const rows = 1 + Math.floor(random() * 4);
  if (random() < 0.4)
    await client.query(
      `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [rows],
    );
  else if (table === 'products')
    await client.query(
      'INSERT INTO products (name, sku) SELECT $1, gen_random_uuid()::text FROM generate_series(1, $2)',
      ['Disc', rows],
    );
  else
    await client.query(
      `INSERT INTO ${table} (title, ${table === 'updates' ? 'content' : 'description'}, created_by_id) SELECT 'a', 'b', 1 FROM generate_series(1, $1)`,
      [rows],
    );
}

/** Several tables in any order, with parts taken back, and sometimes all of it. */
async function transaction(): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('BEGIN');
    for (let step = 0; step < 4; step++) {
      await client.query('SAVEPOINT step');
      await write(client, pick(COUNTED));
      if (random() < 0.3) await client.query('ROLLBACK TO step');
    }
    await client.query(random() < 0.3 ? 'ROLLBACK' : 'COMMIT');
  });
}

async function createByApi(): Promise<string> {
  const [path, body] = pick<[string, object]>([
    ['/api/products', buildProduct()],
    ['/api/customer-questions', text],
    ['/api/problems', text],
    ['/api/updates', { title: 'News', content: 'All sizes are in.' }],
  ]);
  const { status, headers } = await api.post(path, body);
  expect(status).toBe(201);
  return headers.get('X-Request-Id') as string;
}

/** Taken back, and the taking back taken back. */
async function revert(changeSet: string): Promise<void> {
  const { status, body } = await api.post<{ changeSet: string | null }>(`/api/change-sets/${changeSet}/revert`, {});
  expect([200, 409]).toContain(status);
  if (status === 200 && body.changeSet && random() < 0.5)
    await api.post(`/api/change-sets/${body.changeSet}/revert`, {});
}

async function operation(): Promise<void> {
  const chance = random();
  if (chance < 0.4) return transaction();
  const changeSet = await createByApi();
  if (chance < 0.7) await revert(changeSet);
}

it('counts the rows, whatever is done to them at once', async () => {
  await repeat(OPERATIONS, AT_ONCE, async (index) => {
    await operation();
    if (index % 20 === 0) expect(await wrongCounts()).toEqual([]);
  });
  expect(await wrongCounts()).toEqual([]);
  const [{ slots }] = await test.source.query<{ slots: string }[]>('SELECT count(*) AS slots FROM counters');
  expect(Number(slots)).toBeLessThanOrEqual(COUNTED.length * (AT_ONCE + 10));
  report('counters', `${OPERATIONS} operations from seed ${seed}, ${slots} rows keep four counts, none wrong`);
});

it('answers the counts of all kinds right after a change, whatever the status', async () => {
  const before = (await api.get<Record<string, number>>('/api/statistics')).body;
  await api.post('/api/updates', { title: 'a', content: 'b', status: 'archived' });
  await api.post('/api/problems', { ...text, status: 'resolved' });
  await api.post('/api/customer-questions', text);
  expect((await api.get('/api/statistics')).body).toEqual({
    ...before,
    updates: before.updates + 1,
    problems: before.problems + 1,
    questions: before.questions + 1,
  });
});

it('makes no transaction wait for another, in whatever order they write', async () => {
  const clients = await Promise.all(
    [1, 2, 3].map(async () => {
      const client = new Client({ connectionString: url, lock_timeout: 500 });
      await client.connect();
      await client.query('BEGIN');
      return client;
    }),
  );
  const insert = (client: Client, table: string) =>
    client.query(
      `INSERT INTO ${table} (title, ${table === 'updates' ? 'content' : 'description'}, created_by_id) VALUES ('a', 'b', 1)`,
    );
  try {
    for (const [index, client] of clients.entries())
      for (const table of index % 2 ? ['updates', 'problems'] : ['problems', 'updates']) await insert(client, table);
    for (const client of clients) await client.query('COMMIT');
  } finally {
    for (const client of clients) await client.end();
  }
  expect(await wrongCounts()).toEqual([]);
});

it('counts right after a restore from a backup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'counters-'));
  const copy = await cloneDatabase();
  try {
    const file = join(folder, 'one.gz');
    await backUp({ url, file, say: () => undefined });
    await restore({ url: copy, file, say: () => undefined });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  expect(await wrongCounts(copy)).toEqual([]);
  await withClient(copy, (client) => write(client, 'products'));
  expect(await wrongCounts(copy)).toEqual([]);
});

it('counts again after TRUNCATE, and on demand', async () => {
  const copy = await cloneDatabase();
  await withClient(copy, async (client) => {
    await client.query("INSERT INTO users (email, password) VALUES ('a@shop.example', 'x')");
    await client.query(
      "INSERT INTO updates (title, content, created_by_id) SELECT 'a', 'b', 1 FROM generate_series(1, 7)",
    );
    await client.query('ALTER TABLE updates DISABLE TRIGGER updates_no_truncate');
    // What names an update keeps it from being truncated.
    for (const table of ['question_responses', 'problem_responses', 'update_answers'])
      await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_update_id_fkey`);
    await client.query('TRUNCATE updates');
    await client.query("SET session_replication_role = 'replica'");
    await client.query(
      "INSERT INTO updates (title, content, created_by_id) SELECT 'a', 'b', 1 FROM generate_series(1, 7)",
    );
  });
  expect(await wrongCounts(copy)).toEqual([{ name: 'updates', rows: '7', counted: '0' }]);
  await withClient(copy, (client) => client.query("SELECT recount('updates')"));
  expect(await wrongCounts(copy)).toEqual([]);
});

seededFault('counters', 'deletions that are not counted', async () => {
  await api.post('/api/problems', text);
  await withClient(url, async (client) => {
    await client.query('ALTER TABLE problems DISABLE TRIGGER problems_count_delete');
    await client.query('DELETE FROM problems WHERE id IN (SELECT id FROM problems LIMIT 1)');
    await client.query('ALTER TABLE problems ENABLE TRIGGER problems_count_delete');
  });
  const wrong = await wrongCounts();
  await withClient(url, (client) => client.query("SELECT recount('problems')"));
  expect(wrong).toHaveLength(1);
});
