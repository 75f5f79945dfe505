import { startApp, type TestApp } from '../../../test/support/app';
import type { Api } from '../../../test/support/api';

let test: TestApp;
let api: Api;
let colleague: Api;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  colleague = await test.signedIn();
});
afterAll(() => test.close());

const view = { name: 'Open ones', list: 'question', query: 'status=open' };
const names = async (of: Api): Promise<string[]> =>
  (await of.get<{ name: string }[]>('/api/views')).body.map(({ name }) => name);

it('keeps a view of one’s own and shares one with all', async () => {
  const { body, status } = await api.post<any>('/api/views', view);
  expect(status).toBe(201);
  expect(body).toEqual({ id: body.id, ...view, isShared: false, createdById: body.createdById });
  expect(await names(api)).toEqual(['Open ones']);
  expect(await names(colleague)).toEqual([]);
  expect((await colleague.patch(`/api/views/${body.id}`, { isShared: true })).status).toBe(404);
  expect((await colleague.delete(`/api/views/${body.id}`)).status).toBe(404);
  expect((await api.patch(`/api/views/${body.id}`, { isShared: true })).status).toBe(200);
  expect(await names(colleague)).toEqual(['Open ones']);
  const renamed = await colleague.patch<any>(`/api/views/${body.id}`, { name: 'Open questions', query: 'status=open' });
  expect(renamed.body).toMatchObject({ name: 'Open questions', isShared: true, createdById: body.createdById });
  expect((await colleague.delete(`/api/views/${body.id}`)).status).toBe(204);
  expect(await names(api)).toEqual([]);
});

it('lets only who made a view stop sharing it', async () => {
  const { body } = await api.post<any>('/api/views', { ...view, isShared: true });
  const refused = await colleague.patch<any>(`/api/views/${body.id}`, { isShared: false });
  expect([refused.status, refused.body.message]).toEqual([403, 'Only who made a view can stop sharing it']);
  expect((await colleague.patch(`/api/views/${body.id}`, { name: 'Open', isShared: true })).status).toBe(200);
  expect((await api.patch(`/api/views/${body.id}`, { isShared: false })).status).toBe(200);
  expect(await names(colleague)).toEqual([]);
  await api.delete(`/api/views/${body.id}`);
});

it('says no more of a view that is somebody else’s than of one that is not there, whatever the version', async () => {
  const { body } = await api.post<any>('/api/views', view);
  const stale = { headers: { 'If-Match': '"99"' } };
  const notFound = { status: 404, body: { message: 'View not found' } };
  expect(await colleague.patch(`/api/views/${body.id}`, { name: 'Mine' }, stale)).toMatchObject(notFound);
  expect(await colleague.delete(`/api/views/${body.id}`, stale)).toMatchObject(notFound);
  const own = { status: 412, body: { current: { name: 'Open ones' } } };
  expect(await api.patch(`/api/views/${body.id}`, { name: 'Mine' }, stale)).toMatchObject(own);
  expect(await api.delete(`/api/views/${body.id}`, stale)).toMatchObject(own);
  await api.delete(`/api/views/${body.id}`);
});

it('can undo what was done to a view', async () => {
  const { body } = await api.post<any>('/api/views', { ...view, isShared: true });
  const deleted = await api.delete(`/api/views/${body.id}`);
  expect(await names(api)).toEqual([]);
  const undone = await api.post(`/api/change-sets/${deleted.headers.get('x-request-id')}/revert`, {});
  expect(undone.status).toBeLessThan(300);
  expect(await names(colleague)).toEqual(['Open ones']);
  await api.delete(`/api/views/${body.id}`);
});

it('lets nobody take back what was done to a view that is somebody else’s', async () => {
  const { body, headers } = await api.post<any>('/api/views', view);
  const setOf = (answer: { headers: Headers }): string => answer.headers.get('x-request-id')!;
  const revert = (by: Api, changeSet: string) => by.post<any>(`/api/change-sets/${changeSet}/revert`, {});
  const refused = { status: 403, body: { message: expect.stringMatching(/^Only who made a view/) } };
  expect(await revert(colleague, setOf({ headers }))).toMatchObject(refused);
  const renamed = await api.patch(`/api/views/${body.id}`, { name: 'Mine' });
  expect(await revert(colleague, setOf(renamed))).toMatchObject(refused);
  const shared = await api.patch(`/api/views/${body.id}`, { isShared: true });
  // That would stop sharing it.
  expect(await revert(colleague, setOf(shared))).toMatchObject(refused);
  expect((await revert(colleague, setOf(renamed))).status).toBe(200);
  expect(await names(colleague)).toEqual(['Open ones']);
  const unshared = await revert(api, setOf(shared));
  expect(unshared.status).toBe(200);
  expect(await revert(colleague, unshared.body.changeSet)).toMatchObject(refused);
  const deleted = await api.delete(`/api/views/${body.id}`);
  expect(await revert(colleague, setOf(deleted))).toMatchObject(refused);
  expect((await revert(api, setOf(deleted))).status).toBe(200);
  await api.delete(`/api/views/${body.id}`);
});

it('goes by how a view was deleted: one that was no longer shared is its author’s alone', async () => {
  const { body } = await api.post<any>('/api/views', { ...view, isShared: true });
  const unshared = await api.patch(`/api/views/${body.id}`, { isShared: false });
  await api.delete(`/api/views/${body.id}`);
  const restore = { choices: [{ kind: 'view', recordId: body.id, field: '*', version: 0, take: 'restore' }] };
  const address = `/api/change-sets/${unshared.headers.get('x-request-id')}/revert`;
  for (const how of [{}, restore]) expect((await colleague.post(address, how)).status).toBe(403);
  expect((await api.post(address, {})).status).toBe(409);
  expect((await api.post(address, restore)).status).toBe(200);
  await api.delete(`/api/views/${body.id}`);
});

it.each([
  [{ ...view, name: ' ' }, 'Name is required'],
  [{ ...view, list: 'user' }, 'List must be queue or a kind of record'],
  [{ ...view, query: 'status=closed' }, 'Status must be one of open, in_progress, resolved'],
  [{ ...view, query: 'colour=red' }, 'colour is no filter of a list'],
  [{ ...view, list: 'product', query: 'assignee=me' }, 'assignee is no filter of the kind product'],
  [{ ...view, isShared: 1 }, 'isShared must be true or false'],
])('refuses %j', async (body, message) => {
  const answer = await api.post<any>('/api/views', body);
  expect([answer.status, answer.body.message]).toEqual([400, message]);
});
