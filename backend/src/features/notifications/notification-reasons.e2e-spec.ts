import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type TestApp } from '../../../test/support/app';
import { notificationCalls, type Colleague } from '../../../test/support/calls/notification-calls';
import { buildProduct } from '../../../test/support/factories';
import { REASONS } from './notification.entity';

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
