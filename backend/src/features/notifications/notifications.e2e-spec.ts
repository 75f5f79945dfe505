import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { query } from '../../../test/support/database-contents';
import { inside } from '../../../test/support/processes/app-cluster';
import { EventStream } from '../../../test/support/event-stream';
import { buildProduct } from '../../../test/support/factories';
import { thread } from '../../../test/support/write-calls';
import { report } from '../../../test/reliability/reliability-config';
import type { NotificationDto } from './notification.dto';
import { REASONS } from './notification.entity';

interface Colleague {
  api: Api;
  id: number;
  name: string;
}

let test: TestApp;
let anna: Colleague;
let ben: Colleague;
let cleo: Colleague;

beforeAll(async () => {
  test = await startApp();
  [anna, ben, cleo] = [await colleague('Anna Keller'), await colleague('Ben'), await colleague('Cleo Ito')];
});
afterAll(() => test.close());

async function colleague(name: string): Promise<Colleague> {
  const api = await test.signedIn();
  const { body } = await api.patch<{ id: number }>('/api/user', { name });
  return { api, id: body.id, name };
}

const create = async ({ api }: Colleague, only: object = {}): Promise<number> =>
  (await api.post('/api/problems', { ...thread, ...only })).body.id;
const respond = async ({ api }: Colleague, id: number, response = 'Answer', kind = 'staff'): Promise<string> =>
  (await api.post(`/api/problems/${id}/responses`, { response, kind })).headers.get('X-Request-Id') as string;
const list = async ({ api }: Colleague, query = ''): Promise<NotificationDto[]> =>
  (await api.get(`/api/notifications${query}`)).body;
const unread = async ({ api }: Colleague): Promise<number> => (await api.get('/api/notifications/count')).body.unread;
const read = ({ api }: Colleague, body: object): ReturnType<Api['post']> => api.post('/api/notifications/read', body);

/** Starts the app again on its database, after the SQL. */
async function restart(sql = 'SELECT'): Promise<void> {
  await test.close();
  await query(test.databaseUrl, sql);
  test = await startApp({ DATABASE_URL: test.databaseUrl });
  for (const who of [anna, ben, cleo]) who.api = Object.assign(test.api(), { cookie: who.api.cookie });
}

/** Waits until all that was changed so far has notified whom it should. */
async function settled(): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const [{ done }] = await test.source.query<{ done: boolean }[]>(
      "SELECT position >= (SELECT max(id) FROM changes) AS done FROM change_listeners WHERE name = 'notifications'",
    );
    if (done) return;
  }
  throw new Error('The subscription has not got to the end');
}

/** What somebody is told of a record: reason and actor, oldest first. */
async function toldOf(who: Colleague, recordId: number): Promise<[string, number][]> {
  await settled();
  const rows = (await list(who)).filter((row) => row.recordId === recordId && row.kind === 'problem');
  return rows.reverse().map(({ reason, actorId }) => [reason, actorId]);
}

it('can store every reason: its migration is written by hand', async () => {
  const [{ rule }] = await test.source.query<{ rule: string }[]>(
    "SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conname = 'notifications_reason_check'",
  );
  expect([...rule.matchAll(/'(\w+)'/g)].map(([, reason]) => reason)).toEqual([...REASONS]);
});

it('tell who began a record, however much has happened to it since', async () => {
  const id = await create(anna);
  await test.source.query(
    "INSERT INTO problem_responses (problem_id, response, created_by_id) SELECT $1, 'Answer', $2 FROM generate_series(1, 2500)",
    [id, ben.id],
  );
  await respond(cleo, id);
  expect(await toldOf(anna, id)).toContainEqual(['response', cleo.id]);
});

it('tells nobody of a name in what has no page, such as a tag or a view', async () => {
  const before = await unread(ben);
  await anna.api.post('/api/tags', { name: '@ben', color: 'blue' });
  await anna.api.post('/api/views', { list: 'queue', name: 'Of @ben', query: 'assignee=me', isShared: false });
  await settled();
  expect(await unread(ben)).toBe(before);
});

it('tells who takes part of responses and of the status, and nobody of their own doing', async () => {
  const id = await create(anna, { title: 'Squeaking brake' });
  await respond(ben, id, 'Which car is it?');
  await respond(anna, id);
  await cleo.api.patch(`/api/problems/${id}/status`, { status: 'resolved' });
  expect(await toldOf(anna, id)).toEqual([
    ['response', ben.id],
    ['status', cleo.id],
  ]);
  expect(await toldOf(ben, id)).toEqual([
    ['response', anna.id],
    ['status', cleo.id],
  ]);
  expect(await toldOf(cleo, id)).toEqual([]);
  const [status, response] = await list(anna);
  expect(status).toMatchObject({ kind: 'problem', recordId: id, excerpt: 'resolved', isRead: false });
  expect(response).toMatchObject({ title: 'Squeaking brake', excerpt: 'Which car is it?' });
});

it('tells of a changed status the new one, and of anything else what was written, in one change too', async () => {
  const id = await create(anna);
  const change = { description: 'It squeaks in the rain', status: 'resolved', assigneeId: cleo.id };
  await ben.api.patch(`/api/problems/${id}`, change);
  await settled();
  expect((await list(anna))[0]).toMatchObject({ recordId: id, reason: 'status', excerpt: 'resolved' });
  expect((await list(cleo))[0]).toMatchObject({ recordId: id, reason: 'assigned', excerpt: 'It squeaks in the rain' });
  await ben.api.patch(`/api/problems/${id}`, { status: 'in_progress', assigneeId: anna.id });
  await settled();
  expect((await list(anna))[0]).toMatchObject({ recordId: id, reason: 'assigned', excerpt: null });
  expect((await list(cleo))[0]).toMatchObject({ recordId: id, reason: 'unassigned', excerpt: null });
});

it('tells once that the customer wrote again, which reopens it, and names a note as such', async () => {
  const id = await create(anna, { status: 'resolved' });
  await respond(ben, id, 'It squeaks again', 'customer');
  await respond(ben, id, 'Same car', 'note');
  expect((await anna.api.get<{ status: string }>(`/api/problems/${id}`)).body.status).toBe('open');
  expect(await toldOf(anna, id)).toEqual([
    ['customer', ben.id],
    ['note', ben.id],
  ]);
  await anna.api.patch(`/api/problems/${id}/status`, { status: 'resolved' });
  await cleo.api.patch(`/api/problems/${id}/status`, { status: 'open' });
  expect((await toldOf(anna, id)).at(-1)).toEqual(['status', cleo.id]);
});

it('tells who had a record that a colleague takes from them, and nobody who gives it away', async () => {
  const id = await create(anna);
  const assign = ({ api }: Colleague, assigneeId: number | null) => api.patch(`/api/problems/${id}`, { assigneeId });
  await assign(anna, ben.id);
  await assign(cleo, cleo.id);
  await assign(anna, ben.id);
  await assign(cleo, null);
  await assign(ben, ben.id);
  await assign(ben, anna.id);
  expect(await toldOf(ben, id)).toEqual([
    ['assigned', anna.id],
    ['taken', cleo.id],
    ['assigned', anna.id],
    ['unassigned', cleo.id],
  ]);
  expect(await toldOf(cleo, id)).toEqual([['unassigned', anna.id]]);
  expect(await toldOf(anna, id)).toEqual([['assigned', ben.id]]);
});

it('tells who is mentioned, once for a text that is changed, and who is given a record', async () => {
  const id = await create(anna, { description: 'Do you know, @ben?' });
  await anna.api.patch(`/api/problems/${id}`, { description: 'Do you know, @Ben? Or @cleo ito.' });
  await anna.api.patch(`/api/problems/${id}`, { assigneeId: ben.id });
  await anna.api.patch(`/api/problems/${id}`, { assigneeId: anna.id });
  await respond(anna, id, 'x@ben is no mention, nor is @benjamin or @Cleo');
  expect(await toldOf(ben, id)).toEqual([
    ['mention', anna.id],
    ['assigned', anna.id],
    ['taken', anna.id],
    ['response', anna.id],
  ]);
  expect(await toldOf(cleo, id)).toEqual([
    ['mention', anna.id],
    ['response', anna.id],
  ]);
  expect(await toldOf(anna, id)).toEqual([]);
});

it('does not take a new product whose code a record names for taking part in it, nor for news of it', async () => {
  const id = await create(ben, { description: 'ABC-1234 squeaks' });
  await read(cleo, { kind: 'problem', recordId: id });
  await anna.api.post('/api/products', buildProduct({ sku: 'ABC-1234' }));
  const linked = async (): Promise<object[]> => (await anna.api.get<object[]>(`/api/problems/${id}/products`)).body;
  for (let tries = 0; tries < 200 && (await linked()).length === 0; tries++) await sleep(50);
  expect(await linked()).toMatchObject([{ source: 'code' }]);
  await settled();
  expect((await cleo.api.get(`/api/notifications/records?kind=problem&ids=${id}`)).body).toEqual({ ids: [] });
  expect((await cleo.api.get(`/api/notifications/records?kind=problems&ids=${id}`)).status).toBe(400);
  expect((await anna.api.get(`/api/problems/${id}/watch`)).body).toEqual({ isWatching: false });
  await respond(cleo, id);
  expect(await toldOf(anna, id)).toEqual([]);
  expect(await toldOf(ben, id)).toEqual([['response', cleo.id]]);
});

it('tells who muted a record only where they are addressed, and who watches it of everything', async () => {
  const id = await create(anna);
  const watch = `/api/problems/${id}/watch`;
  expect((await anna.api.get(watch)).body).toEqual({ isWatching: true });
  expect((await cleo.api.get(watch)).body).toEqual({ isWatching: false });
  await anna.api.put(watch, { isWatching: false });
  await cleo.api.put(watch, { isWatching: true });
  expect((await anna.api.get(watch)).body).toEqual({ isWatching: false });
  await respond(ben, id, 'One');
  await respond(ben, id, 'And you, @Anna Keller?');
  await respond(ben, id, 'Two');
  expect(await toldOf(anna, id)).toEqual([['mention', ben.id]]);
  expect(await toldOf(cleo, id)).toHaveLength(3);
  expect((await anna.api.put('/api/problems/2147483647/watch', { isWatching: true })).status).toBe(404);
  expect((await anna.api.put(watch, {})).status).toBe(400);
});

it('does not tell again what comes back by an undo', async () => {
  const id = await create(anna);
  const changeSet = await respond(ben, id);
  const undone = await ben.api.post(`/api/change-sets/${changeSet}/revert`, {});
  await ben.api.post(`/api/change-sets/${undone.headers.get('X-Request-Id')}/revert`, {});
  expect(await toldOf(anna, id)).toEqual([['response', ben.id]]);
});

it('tells a deactivated colleague nothing', async () => {
  const dora = await colleague('Dora');
  const id = await create(dora);
  await anna.api.post(`/api/users/${dora.id}/deactivate`);
  await respond(ben, id, '@Dora, are you there?');
  await settled();
  expect(await test.source.query('SELECT FROM notifications WHERE user_id = $1', [dora.id])).toEqual([]);
});

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
