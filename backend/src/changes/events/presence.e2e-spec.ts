import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { cloneDatabase } from '../../../test/support/database';
import { EventStream } from '../../../test/support/event-stream';
import { PROCESS_COUNT } from '../../../test/support/processes/app-cluster';
import { EventsService } from './events.service';

const opened: TestApp[] = [];

afterEach(async () => {
  for (const test of opened.splice(0)) await test.close();
});

async function start(env = {}): Promise<TestApp> {
  const test = await startApp(env);
  opened.push(test);
  return test;
}

async function ready(api: Api, options: Parameters<typeof EventStream.open>[1] = {}): Promise<EventStream> {
  const stream = EventStream.open(api, options);
  await stream.until(() => stream.events.length > 0);
  return stream;
}

/** What happens every five seconds. */
const beat = (test: TestApp): Promise<void> =>
  PROCESS_COUNT > 0
    ? sleep(6000)
    : (test.app.get(EventsService) as unknown as { keepAlive(): Promise<void> }).keepAlive();

it('shows who else has the record open, until they close it or are gone', async () => {
  const test = await start();
  const [anna, ben] = [await test.signedIn(), await test.signedIn()];
  const [mine, theirs, killed] = [randomUUID(), randomUUID(), randomUUID()];
  const stream = await ready(anna, { query: `?client=${mine}` });
  const other = await ready(ben, { query: `?client=${theirs}` });
  const open = (api: Api, client: string, recordId: number | null): Promise<unknown> =>
    api.put(`/api/events/${client}/record`, { kind: recordId ? 'problem' : null, recordId });
  const viewers = (): string[] =>
    (stream.of('presence').at(-1)?.data.viewers ?? []).map((viewer: { userEmail: string }) => viewer.userEmail);
  await open(anna, mine, 1);
  await open(ben, theirs, 1);
  await stream.until(() => viewers().length === 1);
  await other.until(() => other.of('presence').length > 0);
  expect(other.of('presence').at(-1)?.data).toMatchObject({
    kind: 'problem',
    recordId: 1,
    viewers: [{ userEmail: expect.any(String) }],
  });
  await open(ben, theirs, 2);
  await stream.until(() => viewers().length === 0);
  await open(ben, theirs, 1);
  await stream.until(() => viewers().length === 1);
  await open(anna, theirs, null);
  expect(await test.source.query('SELECT client FROM presence WHERE client = $1', [theirs])).toHaveLength(1);
  other.close();
  await stream.until(() => viewers().length === 0);
  // Of a process that was killed only the row is left.
  await test.source.query(
    "INSERT INTO presence SELECT $1, max(id), 'problem', 1, now() - interval '31 seconds' FROM users",
    [killed],
  );
  await beat(test);
  expect(await test.source.query('SELECT client FROM presence')).toEqual([{ client: mine }]);
  stream.close();
});

it('tells what nobody could hear while the connection that listens was away', async () => {
  const test = await start();
  const [anna, ben] = [await test.signedIn(), await test.signedIn()];
  const mine = randomUUID();
  const stream = await ready(anna, { query: `?client=${mine}` });
  await anna.put(`/api/events/${mine}/record`, { kind: 'problem', recordId: 1 });
  await stream.until(() => stream.of('presence').length === 1);
  await test.source.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE '% changes'",
  );
  await sleep(50);
  await ben.put(`/api/events/${randomUUID()}/record`, { kind: 'problem', recordId: 1 });
  await stream.until(() => stream.of('presence').at(-1)?.data.viewers.length === 1, 5000);
  await stream.until(() => stream.of('notifications').length === 1, 1000);
  stream.close();
});

it('tells who writes a response to the record, and nobody else’s', async () => {
  const test = await start();
  const [anna, ben] = [await test.signedIn(), await test.signedIn()];
  const [mine, theirs, another] = [randomUUID(), randomUUID(), randomUUID()];
  const stream = await ready(anna, { query: `?client=${mine}` });
  const others = [await ready(ben, { query: `?client=${theirs}` }), await ready(ben, { query: `?client=${another}` })];
  const open = (api: Api, client: string, isWriting?: unknown): Promise<{ status: number }> =>
    api.put(`/api/events/${client}/record`, { kind: 'problem', recordId: 1, isWriting });
  const viewers = (): unknown[] => stream.of('presence').at(-1)?.data.viewers ?? [];
  const isWriting = (): unknown[] => viewers().map((viewer) => (viewer as { isWriting?: unknown }).isWriting);
  await open(anna, mine, true);
  await open(ben, theirs, true);
  await stream.until(() => isWriting()[0] === true);
  await open(ben, another, false);
  // The second tab shows the record only; the first still writes.
  await sleep(200);
  expect(isWriting()).toEqual([true]);
  await open(ben, theirs);
  await stream.until(() => viewers().length === 1 && isWriting()[0] === undefined);
  expect((await open(ben, theirs, 'yes')).status).toBe(400);
  expect((await open(ben, theirs, null)).status).toBe(400);
  await open(ben, theirs, true);
  await stream.until(() => isWriting()[0] === true);
  await ben.put(`/api/events/${theirs}/record`, { kind: null });
  expect(await test.source.query('SELECT is_writing FROM presence WHERE client = $1', [theirs])).toEqual([
    { is_writing: false },
  ]);
  for (const one of [stream, ...others]) one.close();
});

it('leaves a tab where it is that listens in another process by now', async () => {
  const DATABASE_URL = await cloneDatabase();
  const [one, two] = [await start({ DATABASE_URL }), await start({ DATABASE_URL })];
  const api = await one.signedIn();
  const there = Object.assign(two.api(), { cookie: api.cookie });
  const client = randomUUID();
  const before = await ready(api, { query: `?client=${client}` });
  const after = await ready(there, { query: `?client=${client}` });
  await there.put(`/api/events/${client}/record`, { kind: 'problem', recordId: 1 });
  // The process that it has left finds out late.
  before.close();
  await sleep(300);
  const open = (): Promise<unknown[]> => one.source.query('SELECT kind FROM presence WHERE client = $1', [client]);
  expect(await open()).toEqual([{ kind: 'problem' }]);
  after.close();
  while ((await open()).length > 0) await sleep(10);
});

it('ends the stream of a tab that the database has lost, so that the tab says again what it has open', async () => {
  const test = await start();
  const api = await test.signedIn();
  const [lost, kept] = [randomUUID(), randomUUID()];
  const one = await ready(api, { query: `?client=${lost}` });
  // PostgreSQL answers it in lower case.
  const other = await ready(api, { query: `?client=${kept.toUpperCase()}` });
  let hasEnded = false;
  void one.ended.then(() => (hasEnded = true));
  await test.source.query('DELETE FROM presence WHERE client = $1', [lost]);
  await beat(test);
  await one.until(() => hasEnded, 2000);
  const beats = other.of('beat').length;
  await beat(test);
  await other.until(() => other.of('beat').length > beats);
  other.close();
});
