import { startApp, type TestApp } from '../../../test/support/app';
import { notificationCalls, type Colleague } from '../../../test/support/calls/notification-calls';
import { query } from '../../../test/support/database-contents';
import { EventStream } from '../../../test/support/event-stream';
import { inside } from '../../../test/support/processes/app-cluster';
import { report } from '../../../test/reliability/reliability-config';
import type { NotificationDto } from './notification.dto';

let test: TestApp;
let anna: Colleague;
let ben: Colleague;
let cleo: Colleague;

beforeAll(async () => {
  test = await startApp();
  [anna, ben, cleo] = [await colleague('Anna Keller'), await colleague('Ben'), await colleague('Cleo Ito')];
});
afterAll(() => test.close());

const { colleague, create, respond, list, unread, read, settled, toldOf } = notificationCalls(() => test);

/** Starts the app again on its database, after the SQL. */
async function restart(sql = 'SELECT'): Promise<void> {
  await test.close();
  await query(test.databaseUrl, sql);
  test = await startApp({ DATABASE_URL: test.databaseUrl });
  for (const who of [anna, ben, cleo]) who.api = Object.assign(test.api(), { cookie: who.api.cookie });
}

inside('is told once, however often the subscription is told', async () => {
  const id = await create(anna);
  await respond(ben, id);
  expect(await toldOf(anna, id)).toHaveLength(1);
  await read(anna, { kind: 'problem', recordId: id });
  await restart("UPDATE change_listeners SET position = 0 WHERE name = 'notifications'");
  expect(await toldOf(anna, id)).toHaveLength(1);
  expect((await list(anna)).find(({ recordId }) => recordId === id)?.isRead).toBe(true);
});

it('is read in all tabs once it is read in one, and tells each of it at once', async () => {
  const id = await create(anna);
  const streams = [EventStream.open(anna.api), EventStream.open(anna.api)];
  const other = EventStream.open(cleo.api);
  for (const stream of [...streams, other]) await stream.until(() => stream.events.length > 0);
  const startedAt = performance.now();
  await respond(ben, id);
  for (const stream of streams) await stream.until(() => stream.of('notifications').length === 1);
  report('notifications', `seen ${Math.round(performance.now() - startedAt)} ms after the response was sent`);
  const [newest] = await list(anna, '?limit=1');
  const before = await unread(anna);
  expect((await read(anna, { kind: 'problem', recordId: id })).body).toEqual({ unread: before - 1 });
  for (const stream of streams) await stream.until(() => stream.of('notifications').length === 2);
  expect(await list(anna, '?unread=true')).not.toContainEqual(newest);
  await read(anna, { until: newest.id });
  expect(await unread(anna)).toBe(0);
  expect(other.of('notifications')).toEqual([]);
  for (const stream of [...streams, other]) stream.close();
});

it('answers page by page, newest first', async () => {
  const id = await create(anna);
  for (const text of ['1', '2', '3']) await respond(ben, id, text);
  await settled();
  const page = await anna.api.get<NotificationDto[]>('/api/notifications?limit=2');
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1] as string;
  const further = await anna.api.get<NotificationDto[]>(next);
  expect([...page.body, ...further.body].map(({ excerpt }) => excerpt).slice(0, 3)).toEqual(['3', '2', '1']);
});

it('marks the records that others changed since one opened them, and those one is told of', async () => {
  const [changed, own, unseen, told] = [await create(anna), await create(anna), await create(anna), await create(ben)];
  const marked = async (who: Colleague): Promise<number[]> => {
    await settled();
    const ids = [changed, own, unseen, told].join();
    return (await who.api.get(`/api/notifications/records?kind=problem&ids=${ids}`)).body.ids;
  };
  for (const recordId of [changed, own]) await read(cleo, { kind: 'problem', recordId });
  await anna.api.patch(`/api/problems/${changed}`, { title: 'Other' });
  await cleo.api.patch(`/api/problems/${own}`, { title: 'Other' });
  await anna.api.patch(`/api/problems/${unseen}`, { title: 'Other' });
  await anna.api.patch(`/api/problems/${told}`, { assigneeId: cleo.id });
  expect(await marked(cleo)).toEqual([changed, told]);
  for (const recordId of [changed, told]) await read(cleo, { kind: 'problem', recordId });
  expect(await marked(cleo)).toEqual([]);
});

it.each([{}, { until: 1, recordId: 1 }, { kind: 'problem' }, { recordId: 1 }, { until: 0 }])(
  'refuses to mark %j',
  async (body) => expect((await read(anna, body)).status).toBe(400),
);

it('removes what was read 90 days ago', async () => {
  const id = await create(anna);
  await respond(ben, id);
  await settled();
  await test.source.query(
    "UPDATE notifications SET read_at = now() - interval '91 days' WHERE user_id = $1 AND record_id = $2",
    [anna.id, id],
  );
  // Removed hourly: the first time with the first notification of a process.
  await restart();
  await respond(ben, await create(anna));
  await settled();
  expect(await toldOf(anna, id)).toEqual([]);
});
