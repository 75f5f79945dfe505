import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { activityCalls } from '../../../test/support/calls/activity-calls';
import { recordCalls } from '../../../test/support/calls/record-calls';
import { inTransaction } from '../../../test/support/change-log';
import { thread } from '../../../test/support/write-calls';

let test: TestApp;
let api: Api;
let id: number;
let path: string;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());
beforeEach(async () => {
  id = await create('/api/problems', thread);
  path = `/api/problems/${id}`;
});

const { read, undoNewest } = activityCalls(() => api);
const { create } = recordCalls(() => api);
/** Whether each of the newest entries is undone. */
const undone = async (count: number) => (await read({ limit: count })).map((entry) => entry.undone);
const setStatus = (status: string) => api.patch(`${path}/status`, { status });

it('says that a change is undone, until it is made again', async () => {
  await setStatus('resolved');
  await undoNewest();
  expect(await undone(2)).toEqual([false, true]);
  // What concerns other fields is nothing to it.
  await api.patch(path, { title: 'Another' });
  expect(await undone(3)).toEqual([false, false, true]);
  await setStatus('resolved');
  expect(await undone(4)).toEqual([false, false, true, false]);
});

it('says that the undo is undone, where that was', async () => {
  await setStatus('resolved');
  await undoNewest();
  await undoNewest();
  expect(await undone(3)).toEqual([false, true, false]);
});

it('takes nothing for undone that went on and came round', async () => {
  await setStatus('in_progress');
  await setStatus('resolved');
  await setStatus('open');
  expect(await undone(3)).toEqual([false, false, false]);
});

it('takes no snooze for undone that a response ended', async () => {
  await api.patch(path, { snoozedUntil: '2126-12-01T08:00:00.000Z' });
  await api.post(`${path}/responses`, { response: 'When?', kind: 'customer' });
  expect((await read({ limit: 2 })).map(({ fields, undone }) => [fields, undone])).toEqual([
    [[], false],
    [['snoozedUntil'], false],
  ]);
});

it('says that a response with all that came of it is undone', async () => {
  await setStatus('resolved');
  await api.post(`${path}/responses`, { response: 'It still squeals', kind: 'customer' });
  await undoNewest();
  expect(await undone(2)).toEqual([false, true]);
});

it('says of many records that they are undone where all of them are, by one request', async () => {
  const other = await create('/api/problems', thread);
  const setBoth = (status: string) =>
    inTransaction(test.source, `UPDATE problems SET status = '${status}' WHERE id IN (${id}, ${other})`);
  await setBoth('resolved');
  const [{ changeSet }] = await read();
  const undo = (body: object) => api.post(`/api/change-sets/${changeSet}/revert`, body);
  await undo({ only: { kind: 'problem', recordId: id } });
  expect(await undone(2)).toEqual([false, false]);
  await setBoth('in_progress');
  await undoNewest();
  expect(await undone(2)).toEqual([false, true]);
});
