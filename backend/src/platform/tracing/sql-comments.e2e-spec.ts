import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Api } from '../../../test/support/api';
import { cloneDatabase } from '../../../test/support/database';
import { ServerProcess } from '../../../test/support/processes/server-process';

let database: string;
let server: ServerProcess;
let other: Client;

async function start(env: NodeJS.ProcessEnv): Promise<Api> {
  database = await cloneDatabase();
  server = await ServerProcess.start(database, env);
  other = new Client({ connectionString: database });
  await other.connect();
  const api = server.api();
  await api.post('/api/register', { email: 'anna@shop.example', password: 'secret password' });
  return api;
}

afterEach(async () => {
  await other.end();
  await server.kill();
});

const thread = { title: 'Does it fit?', description: 'A Golf VII.' };

/** Queries of the app that wait for somebody else, when there are so many. */
async function waiting(wanted: number): Promise<string[]> {
  for (let tries = 0; tries < 200; tries++, await sleep(25)) {
    // Within a transaction it would stay as it was first.
    await other.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await other.query<{ query: string }>(
      "SELECT query FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    if (rows.length === wanted) return rows.map(({ query }) => query);
  }
  throw new Error('Nothing waits');
}

/** What PostgreSQL shows while some requests wait for a lock, and the ids of their answers. */
async function whileLocked(
  table: string,
  requests: (() => Promise<{ headers: Headers; status: number }>)[],
): Promise<{ queries: string[]; ids: (string | null)[]; statuses: number[] }> {
  await other.query(`BEGIN; LOCK TABLE ${table}`);
  const answers = requests.map((request) => request());
  const queries = await waiting(requests.length).finally(() => other.query('COMMIT'));
  const all = await Promise.all(answers);
  return {
    queries,
    ids: all.map(({ headers }) => headers.get('x-request-id')),
    statuses: all.map(({ status }) => status),
  };
}

it('PostgreSQL shows which requests its queries are of: those with a body, lists, records', async () => {
  const api = await start({ SQL_COMMENTS: 'on' });
  for (let n = 0; n < 3; n++) await api.post('/api/problems', thread);
  const { queries, ids, statuses } = await whileLocked('problems', [
    () => api.post('/api/problems', thread),
    () => api.post('/api/problems', thread, { headers: { 'Idempotency-Key': 'once-and-for-all' } }),
    () => api.get('/api/problems', { headers: { 'X-Request-Id': "'*/ DROP TABLE users; --" } }),
    () => api.get('/api/problems/search?q=golf'),
    () => api.get('/api/problems/1'),
  ]);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(queries.map((query) => /^\/\*request_id='([\da-f-]{36})'\*\/ \s*[(A-Z]/.exec(query)?.[1]).sort()).toEqual(
    [...ids].sort(),
  );
  expect(new Set(ids).size).toBe(5);
});

it('left out, queries are as they are, and statements have their names', async () => {
  const api = await start({});
  const { queries } = await whileLocked('problems', [
    () => api.post('/api/problems', thread),
    () => api.get('/api/problems'),
    () => api.get('/api/problems/1'),
  ]);
  expect(queries.filter((query) => query.includes('/*'))).toEqual([]);
});
