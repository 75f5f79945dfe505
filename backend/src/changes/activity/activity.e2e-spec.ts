import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { activityCalls } from '../../../test/support/calls/activity-calls';
import { recordCalls } from '../../../test/support/calls/record-calls';
import { inTransaction } from '../../../test/support/change-log';
import { buildProduct } from '../../../test/support/factories';
import { thread } from '../../../test/support/write-calls';
import type { ActivityDto } from './activity.dto';

let test: TestApp;
let api: Api;
let userId: number;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  userId = (await api.get<{ id: number }>('/api/user')).body.id;
});
afterAll(() => test.close());

const { read, undoNewest } = activityCalls(() => api);
const { create } = recordCalls(() => api);

it('tells who did what to which record, newest first', async () => {
  const id = await create('/api/problems', { ...thread, title: 'It squeals' });
  await api.post(`/api/problems/${id}/responses`, { response: 'Greased' });
  const { headers } = await api.patch(`/api/problems/${id}/status`, { status: 'resolved' });
  const [status, response, created] = await read();
  const subject = {
    subjectKind: 'problem',
    subjectId: id,
    title: 'It squeals',
    exists: true,
    undone: false,
    records: 1,
    created: 0,
    deleted: 0,
    isExact: true,
    hasOtherKinds: false,
    userId,
    tokenName: null,
    before: null,
    after: null,
    responseKind: null,
    linkState: null,
  };
  expect(status).toEqual({
    ...subject,
    changeSet: headers.get('X-Request-Id'),
    at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    kind: 'problem',
    recordId: id,
    operation: 'update',
    version: 2,
    fields: ['status'],
    status: 'resolved',
    before: { status: 'open' },
    after: { status: 'resolved' },
  });
  expect(response).toMatchObject({
    ...subject,
    kind: 'problem-response',
    operation: 'insert',
    fields: [],
    status: null,
    responseKind: 'staff',
  });
  expect(created).toMatchObject({ ...subject, kind: 'problem', operation: 'insert', created: 1 });
});

it('tells from whom to whom and until when, and no long texts', async () => {
  const snoozedUntil = '2126-12-01T08:00:00.000Z';
  const id = await create('/api/problems', thread);
  await api.patch(`/api/problems/${id}`, { assigneeId: userId, title: 'It rattles' });
  await api.patch(`/api/problems/${id}`, { snoozedUntil });
  const [snoozed, assigned] = await read();
  expect([snoozed.before, snoozed.after]).toEqual([{ snoozedUntil: null }, { snoozedUntil }]);
  expect([assigned.before, assigned.after]).toEqual([{ assigneeId: null }, { assigneeId: userId }]);
  expect(assigned.fields.sort()).toEqual(['assigneeId', 'title']);
});

it('keeps the title of a deleted record, and says when it is back', async () => {
  const id = await create('/api/problems', { ...thread, title: 'Gone soon' });
  await api.post(`/api/problems/${id}/responses`, { response: 'Noted' });
  const { headers } = await api.delete(`/api/problems/${id}`);
  const [entry] = await read({ operation: 'delete' });
  // The responses go first, in the same change set.
  expect(entry).toMatchObject({
    kind: 'problem',
    recordId: id,
    operation: 'delete',
    title: 'Gone soon',
    exists: false,
    records: 1,
  });
  await api.post(`/api/change-sets/${headers.get('X-Request-Id')}/revert`, {});
  expect((await read({ operation: 'delete' }))[0]).toMatchObject({ subjectId: id, exists: true, undone: true });
  expect((await read())[0]).toMatchObject({ subjectId: id, operation: 'insert', version: 2 });
});

it('lists what an undo deleted, whatever else it did, and no response that it took back', async () => {
  const [first, second] = [await create('/api/problems', thread), await create('/api/problems', thread)];
  await inTransaction(
    test.source,
    `UPDATE problems SET title = 'Changed' WHERE id = ${first}`,
    `INSERT INTO updates (title, content, created_by_id) VALUES ('Made', 'Text', ${userId})`,
    `UPDATE problems SET title = 'Changed' WHERE id = ${second}`,
  );
  await undoNewest();
  expect((await read({ operation: 'delete' }))[0]).toMatchObject({
    kind: 'update',
    title: 'Made',
    exists: false,
    records: 3,
    created: 0,
    deleted: 1,
  });
  await inTransaction(
    test.source,
    `UPDATE problems SET status = 'resolved' WHERE id = ${first}`,
    `INSERT INTO problem_responses (response, problem_id, created_by_id) VALUES ('Yes', ${first}, ${userId})`,
  );
  await undoNewest();
  expect((await read())[0]).toMatchObject({ kind: 'problem', operation: 'update', subjectId: first });
  expect((await read({ operation: 'delete' }))[0]).toMatchObject({ title: 'Made' });
});

it('tells what kind of response was added, and leaves out what one did oneself', async () => {
  const id = await create('/api/problems', thread);
  const other = await test.signedIn();
  await other.post(`/api/problems/${id}/responses`, { response: 'For us', kind: 'note' });
  const [newest, own] = await read();
  expect([newest.responseKind, own.responseKind]).toEqual(['note', null]);
  const ofOthers = await read({ exceptUserId: userId });
  expect(ofOthers[0]).toEqual(newest);
  expect(ofOthers.filter((entry) => entry.userId === userId)).toEqual([]);
});

it('goes on page by page', async () => {
  const whole = await read({ limit: 200 });
  const paged: ActivityDto[] = [];
  for (let path: string | null = '/api/activity?limit=2'; path !== null;) {
    const { body, headers }: { body: ActivityDto[]; headers: Headers } = await api.get<ActivityDto[]>(path);
    paged.push(...body);
    path = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? null;
  }
  expect(paged).toEqual(whole);
});

it('answers only what was asked for', async () => {
  const product = await create('/api/products', buildProduct());
  const other = await test.signedIn();
  const question = (await other.post<{ id: number }>('/api/customer-questions', thread)).body.id;
  const otherId = (await other.get<{ id: number }>('/api/user')).body.id;
  expect((await read({ kind: 'product' }))[0]).toMatchObject({ subjectId: product });
  expect((await read({ kind: 'product' })).every(({ subjectKind }) => subjectKind === 'product')).toBe(true);
  expect((await read({ userId: otherId })).map(({ subjectKind, subjectId }) => [subjectKind, subjectId])).toEqual([
    ['question', question],
  ]);
  const [newest, ...older] = await read();
  expect(await read({ since: newest.at })).toHaveLength(1);
  expect((await read({ until: newest.at })).map(({ changeSet }) => changeSet)).toEqual(
    older.map(({ changeSet }) => changeSet),
  );
});

it('reads times as other lists do', async () => {
  const { status } = await api.get('/api/activity?since=2026-02-28T00:00:00.123456Z&until=2026-03-01T00:00%2B23:59');
  expect(status).toBe(200);
});

it.each([
  ['kind=car', 'There is no kind of record named car'],
  ['kind=Car', 'kind must be one kind of record, such as problem'],
  ['kind=question,problem', 'kind must be one kind of record, such as problem'],
  ['userId=0', 'userId must be a whole number'],
  ['since=yesterday', 'since must be a time'],
  ['until=2026-13-01T00:00:00Z', 'until must be a time'],
  ['operation=read', 'operation must be one of'],
  // A cursor of another list.
  ['limit=1&cursor=aWQ6NTE', 'cursor must come from the Link header'],
])('refuses %s', async (query, message) => {
  const { status, body } = await api.get<{ message: string }>(`/api/activity?${query}`);
  expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
});

it('leaves out what is only logged, such as webhooks', async () => {
  expect((await api.post('/api/webhooks', { url: 'https://shop.example/changes' })).status).toBe(201);
  const { body } = await api.get<{ changes: object[] }>('/api/changes?kind=webhook');
  expect(body.changes).toHaveLength(1);
  expect((await read({ limit: 200 })).filter(({ kind }) => kind === 'webhook')).toEqual([]);
});
