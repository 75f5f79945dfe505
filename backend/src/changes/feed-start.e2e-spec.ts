import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../test/support/api';
import { startApp, type TestApp } from '../../test/support/app';
import { inside } from '../../test/support/processes/app-cluster';
import { readCursor, writeCursor, type ChangesDto } from './change.dto';

let test: TestApp;
let api: Api;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

const addUpdate = async (title: string): Promise<number> =>
  (await api.post('/api/updates', { title, content: 'Text' })).body.id;
const read = async (query: string): Promise<ChangesDto> => (await api.get<ChangesDto>(`/api/changes?${query}`)).body;

it('after=now is the end of the feed: an empty page, and its cursor goes on with what comes since', async () => {
  await addUpdate('Before');
  const end = await read('after=now');
  expect(end.changes).toEqual([]);
  const since = await addUpdate('Since');
  expect((await read(`after=${end.cursor}`)).changes.map(({ recordId }) => recordId)).toEqual([since]);
});

it('after=now waits for the next change', async () => {
  const waiting = read('after=now&wait=20&kind=update');
  // Several changes, since the first may come before the request does.
  const timer = setInterval(() => void addUpdate('Next'), 300);
  const { changes } = await waiting;
  clearInterval(timer);
  expect(changes.map(({ operation, kind }) => [operation, kind])).toContainEqual(['insert', 'update']);
});

it('tells who has waited nothing once the token is revoked or the account is closed', async () => {
  const { id, token } = (await api.post('/api/tokens', { name: 'Sync', days: 1 })).body;
  const program = Object.assign(test.api(), { token });
  const colleague = await test.signedIn();
  const { id: userId } = (await colleague.get('/api/user')).body;
  const polls = [program, colleague, api].map((one) => one.get('/api/changes?after=now&wait=20&kind=update'));
  await sleep(500);
  await api.delete(`/api/tokens/${id}`);
  await api.post(`/api/users/${userId}/deactivate`);
  await addUpdate('Not for them');
  const answers = await Promise.all(polls);
  expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
    [401, 'Sign in first'],
    [401, 'Sign in first'],
    [200, undefined],
  ]);
});

it('backwards, after=now is the same as no cursor', async () => {
  expect(await read('after=now&order=newest&limit=2')).toEqual(await read('order=newest&limit=2'));
});

it('refuses other words as a cursor, and now for the event stream', async () => {
  const message = 'after must be a cursor of this feed';
  expect(await api.get('/api/changes?after=then')).toMatchObject({ status: 400, body: { message } });
  expect(await api.get('/api/events?after=now')).toMatchObject({ status: 400, body: { message } });
});

it('refuses a cursor of another database, which is ahead of this one', async () => {
  const { cursor } = await read('after=now');
  expect((await api.get(`/api/changes?after=${cursor}`)).status).toBe(200);
  const ahead = writeCursor((readCursor(cursor) ?? 0) + 1_000_000);
  const message = 'after must be a cursor of this feed';
  expect(await api.get(`/api/changes?after=${ahead}`)).toMatchObject({ status: 400, body: { message } });
});

it('refuses a kind that it does not have with the kinds that it has', async () => {
  expect(await api.get('/api/changes?kind=problems')).toMatchObject({
    status: 400,
    body: {
      message: expect.stringMatching(/named problems\. The kinds are (.*, )?problem, /),
      errors: [{ field: 'kind' }],
    },
  });
});

/** As if so many more changes had been made. */
const growLog = (by: number): Promise<unknown> =>
  test.source.query("SELECT setval('changes_id_seq', last_value + $1) FROM changes_id_seq", [by]);

const ids = ({ changes }: ChangesDto): number[] => changes.map(({ recordId }) => recordId);

it('fills a page without a filter, however far apart the numbers of its changes are', async () => {
  const { cursor } = await read('after=now');
  const near = await addUpdate('Near');
  await growLog(25_000);
  const far = await addUpdate('Far');
  expect(ids(await read(`after=${cursor}&limit=2`))).toEqual([near, far]);
  expect(ids(await read('order=newest&limit=2'))).toEqual([far, near]);
});

inside('finds a rare kind by statements that look through little of the log each', async () => {
  const { cursor } = await read('after=now');
  await growLog(45_000);
  const id = await addUpdate('Rare');
  await growLog(45_000);
  const queries = jest.spyOn(test.source, 'query');
  expect(ids(await read(`after=${cursor}&kind=update&limit=1`))).toEqual([id]);
  const newest = await read('order=newest&kind=update&limit=1');
  expect(ids(newest)).toEqual([id]);
  expect(ids(await read(`order=newest&kind=update&limit=1&after=${newest.cursor}`))).not.toContain(id);
  const widths = queries.mock.calls
    .filter(([statement]) => /FROM changes\s+WHERE id [<>] \$1/.test(statement))
    .map(([, values]) => values as number[])
    .map(([one, other]) => Math.abs(one - other));
  queries.mockRestore();
  expect(widths.length).toBeGreaterThan(0);
  expect(Math.max(...widths)).toBeLessThanOrEqual(10_000);
});

inside('says how far it has looked where it finds nothing for a long time', async () => {
  const { cursor } = await read('after=now');
  await growLog(25_000);
  const id = await addUpdate('Far away');
  const clock = Date.now;
  let passed = 0;
  const now = jest.spyOn(Date, 'now').mockImplementation(() => clock() + (passed += 3000));
  const first = await read(`after=${cursor}&kind=update`);
  now.mockRestore();
  expect(first.changes).toEqual([]);
  const second = await read(`after=${first.cursor}&kind=update`);
  expect(second.changes.map(({ recordId }) => recordId)).toEqual([id]);
});
