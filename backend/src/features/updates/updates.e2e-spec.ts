import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import type { UpdateDto } from './update.dto';

let test: TestApp;
let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

const build = (only: object = {}): object => ({
  title: 'Closed on Monday',
  content: 'We are back on Tuesday.\nCall before noon.',
  ...only,
});
const create = async (only: object = {}): Promise<UpdateDto> =>
  (await api.post<UpdateDto>('/api/updates', build(only))).body;

it('keeps what was given, with creator, time and status', async () => {
  const record = await create({ title: ' Closed on Monday ', createdById: 7 });
  const { id: me } = (await api.get<{ id: number }>('/api/user')).body;
  expect(record).toEqual({
    id: expect.any(Number),
    title: 'Closed on Monday',
    content: 'We are back on Tuesday.\nCall before noon.',
    status: 'active',
    createdAt: expect.any(String),
    createdById: me,
  });
  expect((await api.get(`/api/updates/${record.id}`)).body).toEqual(record);
  expect((await create({ status: 'archived' })).status).toBe('archived');
});

it.each([
  [{ title: '' }, 'Title is required'],
  [{ content: ' \n' }, 'Content is required'],
  [{ title: undefined, content: undefined }, 'Title is required. Content is required'],
  [{ content: 'x'.repeat(20_001) }, 'Content must be at most 20000 characters'],
  [{ status: 'open' }, 'Status must be one of active, archived'],
])('refuses %j', async (only, message) => {
  const answer = await api.post('/api/updates', build(only));
  expect([answer.status, answer.body.message]).toEqual([400, message]);
});

it('lists newest first and searches title and content', async () => {
  const [one, two] = [
    await create({ title: 'Öffnungszeiten' }),
    await create({ content: 'An Feiertagen 50% weniger' }),
  ];
  const whole = (await api.get<UpdateDto[]>('/api/updates')).body;
  expect(whole.slice(0, 2)).toEqual([two, one]);
  expect((await api.get<UpdateDto[]>('/api/updates?limit=1')).body).toEqual([two]);
  expect((await api.get<UpdateDto[]>('/api/updates/search?q=offnung')).body).toEqual([one]);
  expect((await api.get<UpdateDto[]>('/api/updates/search?q=50%25 feiert')).body).toEqual([two]);
  expect((await api.get<UpdateDto[]>('/api/updates/search?q=50__')).body).toEqual([]);
  expect((await api.get<UpdateDto[]>('/api/updates/search?q=%20')).body).toEqual(whole);
});

it('changes what is given alone, archives it and brings it back', async () => {
  const record = await create();
  const change = (body: object) => api.patch<UpdateDto>(`/api/updates/${record.id}`, body);
  expect((await change({ title: ' Open ' })).body).toEqual({ ...record, title: 'Open' });
  expect((await change({ status: 'archived' })).body).toEqual({ ...record, title: 'Open', status: 'archived' });
  expect((await change({ status: 'active', content: 'All day' })).body).toEqual({
    ...record,
    title: 'Open',
    content: 'All day',
  });
});

it('does not overwrite the change of somebody else', async () => {
  const { id } = await create();
  const { headers, body } = await api.get<UpdateDto>(`/api/updates/${id}`);
  // As a compressing proxy has it: the same version.
  const fromFirst = { headers: { 'If-Match': `W/${headers.get('etag')}` } };
  const first = await api.patch<UpdateDto>(`/api/updates/${id}`, { title: 'One' }, fromFirst);
  const second = await api.patch<UpdateDto & { current: UpdateDto }>(`/api/updates/${id}`, { title: 'Two' }, fromFirst);
  expect([first.status, second.status, second.body.current]).toEqual([200, 412, { ...body, title: 'One' }]);
});

it.each([
  ['3', 400],
  ['abc', 400],
  ['', 400],
  ['"1", 2', 400],
  ['"abc"', 412],
  ['"9,1"', 412],
  ['"9", W/"1"', 200],
  ['*', 200],
])('answers a change with If-Match: %s by %i', async (ifMatch, status) => {
  const { id } = await create();
  const answer = await api.patch<{ message: string }>(
    `/api/updates/${id}`,
    { title: 'One' },
    { headers: { 'If-Match': ifMatch } },
  );
  expect(answer.status).toBe(status);
  if (status === 400)
    expect(answer.body.message).toBe('If-Match must be the ETag of the record with its quotes, such as "3"');
});

it.each([
  [{ title: ' ' }, 'Title cannot be empty'],
  [{ content: null }, 'Content cannot be empty'],
  [{ status: 'open' }, 'Status must be one of active, archived'],
])('is not changed to %j', async (body, message) => {
  const { id } = await create();
  const answer = await api.patch<{ message: string }>(`/api/updates/${id}`, body);
  expect([answer.status, answer.body.message]).toEqual([400, message]);
});

it('answers 404 without the update and 400 for no id', async () => {
  expect((await api.get('/api/updates/2147483647')).body.message).toBe('Update not found');
  expect((await api.get('/api/updates/x')).status).toBe(400);
  expect((await api.patch('/api/updates/2147483647', { title: 'A' })).status).toBe(404);
});
