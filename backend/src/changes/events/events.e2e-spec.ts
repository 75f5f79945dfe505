import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { cloneDatabase } from '../../../test/support/database';
import { EventStream } from '../../../test/support/event-stream';
import { FlakyProxy } from '../../../test/reliability/outages/flaky-proxy';
import { inside, PROCESS_COUNT } from '../../../test/support/processes/app-cluster';
import { Connections } from '../../http/connections';
import { writeCursor } from '../change.dto';
import { ChangesService } from '../changes.service';
import { EventsService } from './events.service';
import { ChangeNotifier } from '../../records/change-notifier';

const thread = { title: 'Title', description: 'Text' };
const opened: TestApp[] = [];

// On a busy machine an app may wait for a long poll of 30 s before it ends.
afterEach(async () => {
  for (const test of opened.splice(0)) await test.close();
}, 60_000);

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

const change = async (api: Api): Promise<number> => (await api.post<{ id: number }>('/api/problems', thread)).body.id;
/** Entries enough to be many. */
const log = (test: TestApp, entries: number): Promise<unknown> =>
  test.source.query(
    "INSERT INTO changes (change_set, kind, record_id, subject_kind, subject_id, operation, version, after) SELECT gen_random_uuid(), 'update', n, 'update', n, 'update', 2, '{}' FROM generate_series(1, $1::integer) AS n",
    [entries],
  );
const recordIds = (stream: EventStream): number[] => stream.of('change').map(({ data }) => data.recordId);
/** How many streams and listeners the process holds. */
const held = (test: TestApp): number[] => [
  (test.app.get(EventsService) as unknown as { streams: Set<unknown> }).streams.size,
  test.app.get(ChangeNotifier).listenerCount('appended'),
  test.app.get(ChangeNotifier).listenerCount('closed'),
];

/** What happens every five seconds. */
const beat = (test: TestApp): Promise<void> =>
  PROCESS_COUNT > 0
    ? sleep(6000)
    : (test.app.get(EventsService) as unknown as { keepAlive(): Promise<void> }).keepAlive();

it('tells every listener of a change, without its fields, also in another process', async () => {
  const url = await cloneDatabase();
  const [one, two] = [await start({ DATABASE_URL: url }), await start({ DATABASE_URL: url })];
  const api = await one.signedIn();
  const elsewhere = two.api();
  elsewhere.cookie = api.cookie;
  const streams = [await ready(api), await ready(elsewhere)];
  const id = await change(api);
  for (const stream of streams) {
    await stream.until(() => stream.of('change').length > 0, 1500);
    expect(stream.of('change')[0].data).toMatchObject({
      kind: 'problem',
      recordId: id,
      operation: 'insert',
      version: 1,
    });
    expect(Object.keys(stream.of('change')[0].data)).not.toEqual(expect.arrayContaining(['after']));
    stream.close();
  }
});

it('tells another process soon of what follows at once, too', async () => {
  const DATABASE_URL = await cloneDatabase();
  const [one, two] = [await start({ DATABASE_URL }), await start({ DATABASE_URL })];
  const api = await one.signedIn();
  const stream = await ready(Object.assign(two.api(), { cookie: api.cookie }));
  // The first after a look of the other process's own: the next one would be two seconds away.
  for (let seen = 2; seen <= 6; seen += 2) {
    await change(api);
    await change(api);
    await stream.until(() => stream.of('change').length === seen, 1000);
  }
  stream.close();
});

inside('holds nothing of streams and long polls that are gone, whenever they went', async () => {
  const test = await start();
  test.quiet();
  const api = await test.signedIn();
  // The subscriptions listen from a moment after the start.
  while (test.app.get(ChangeNotifier).listenerCount('appended') === 0) await sleep(10);
  const none = held(test);
  const { body } = await api.get<{ cursor: string }>('/api/changes');
  for (let round = 0; round < 40; round++) {
    // Before it is answered, while it is, and afterwards.
    const stream = EventStream.open(api);
    const stop = new AbortController();
    const poll = fetch(`${test.url}/api/changes?wait=30&after=${body.cursor}`, {
      headers: { Cookie: api.cookie },
      signal: stop.signal,
    }).catch(() => undefined);
    await sleep(round % 20);
    stream.close();
    stop.abort();
    await Promise.all([stream.ended, poll]);
  }
  for (let tries = 0; tries < 40 && held(test).join() !== none.join(); tries++) await sleep(25);
  expect(held(test)).toEqual(none);
});

inside('ends at once with streams and long polls open', async () => {
  const test = await startApp();
  const connections = new Connections(test.app.getHttpServer(), { perAddress: Infinity, inAll: Infinity });
  const api = await test.signedIn();
  const { body } = await api.get<{ cursor: string }>('/api/changes');
  const streams = await Promise.all([ready(api), ready(api), ready(api)]);
  const polls = [1, 2].map(() => api.get(`/api/changes?wait=30&after=${body.cursor}`).catch(() => undefined));
  await sleep(200);
  const started = Date.now();
  // As main.ts does.
  await connections.drain(10_000);
  await test.close();
  expect(Date.now() - started).toBeLessThan(8000);
  await Promise.all([...polls, ...streams.map(({ ended }) => ended)]);
});

it('goes on after the database was away, and nothing is missed', async () => {
  const url = await cloneDatabase();
  const proxy = new FlakyProxy(new URL(url));
  const [test, beside] = [await start({ DATABASE_URL: await proxy.open() }), await start({ DATABASE_URL: url })];
  test.quiet();
  const writer = await beside.signedIn();
  const listener = test.api();
  listener.cookie = writer.cookie;
  const stream = await ready(listener);
  const wanted: number[] = [];
  for (let round = 0; round < 3; round++) {
    wanted.push(await change(writer));
    await stream.until(() => recordIds(stream).length === wanted.length);
    proxy.close();
    wanted.push(await change(writer), await change(writer));
    await sleep(300);
    await proxy.open();
    wanted.push(await change(writer));
    await stream.until(() => recordIds(stream).length >= wanted.length);
  }
  expect(recordIds(stream)).toEqual(wanted);
  stream.close();
  proxy.close();
}, 60_000);

inside('sends again what could not be read at once, also where nothing else happens', async () => {
  const test = await start();
  const api = await test.signedIn();
  const stream = await ready(api);
  const reading = jest
    .spyOn(test.app.get(ChangesService), 'entries')
    .mockRejectedValueOnce(new Error('The database is away'));
  const id = await change(api);
  await stream.until(() => recordIds(stream).includes(id));
  expect(reading.mock.calls.length).toBeGreaterThan(1);
  stream.close();
});

it('starts again where the database was put back to an earlier state', async () => {
  const test = await start();
  const api = await test.signedIn();
  await change(api);
  const stream = await ready(api);
  const { body } = await api.get<{ cursor: string }>('/api/changes?after=now');
  for (let written = 0; written < 5; written++) await change(api);
  await stream.until(() => recordIds(stream).length === 5);
  const last = await api.get<{ cursor: string }>('/api/changes?after=now');
  const pollBeyond = api.get(`/api/changes?wait=10&after=${last.body.cursor}`);
  await sleep(200);
  const [{ before }] = await test.source.query<{ before: string }[]>('SELECT max(id) - 5 AS before FROM changes');
  await test.source.query(
    `ALTER TABLE changes DISABLE TRIGGER USER; DELETE FROM changes WHERE id > ${before};
     ALTER TABLE changes ENABLE TRIGGER USER; SELECT setval('changes_id_seq', ${before})`,
  );
  const poll = api.get(`/api/changes?wait=10&after=${body.cursor}`);
  const id = await change(api);
  const isLate = sleep(5000).then(() => Promise.reject(new Error('The stream is still open, or the poll waits')));
  const [refused] = await Promise.race([Promise.all([pollBeyond, stream.ended]), isLate]);
  expect([refused.status, refused.body]).toMatchObject([400, { message: 'after must be a cursor of this feed' }]);
  expect((await poll).body.changes).toMatchObject([{ recordId: id }]);
  const again = await ready(api, { last: stream.last });
  expect(again.events[0].event).toBe('reset');
  const next = await change(api);
  await again.until(() => recordIds(again).includes(next));
  again.close();
});

it('starts again where too much was missed, or the cursor is of another database, or none', async () => {
  const test = await start();
  const api = await test.signedIn();
  await log(test, 1100);
  for (const last of [writeCursor(1), writeCursor(999_999), 'zzz']) {
    const stream = await ready(api, { last });
    expect(stream.events[0].event).toBe('reset');
    const id = await change(api);
    await stream.until(() => recordIds(stream).includes(id));
    stream.close();
  }
});

it('ends with its session', async () => {
  const test = await start();
  const api = await test.signedIn();
  const stream = await ready(api);
  await beat(test);
  await stream.until(() => stream.of('beat').length > 0);
  await api.post('/api/logout');
  await beat(test);
  await Promise.race([stream.ended, sleep(1000).then(() => Promise.reject(new Error('The stream is still open')))]);
});

inside(
  'is cut off where it does not read, and goes on later from where it was',
  async () => {
    const test = await start();
    const api = await test.signedIn();
    const stop = new AbortController();
    const { body } = await fetch(`${test.url}/api/events`, { headers: { Cookie: api.cookie }, signal: stop.signal });
    // Unread, the answer fills what the system holds for it, then ours.
    for (let round = 0; round < 40 && held(test)[0] > 0; round++) {
      await log(test, 6000);
      await change(api);
      await sleep(50);
    }
    expect(held(test)[0]).toBe(0);
    stop.abort();
    await body?.cancel().catch(() => undefined);
  },
  60_000,
);
