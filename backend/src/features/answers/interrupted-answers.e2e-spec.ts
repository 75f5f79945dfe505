import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { recordCalls } from '../../../test/support/calls/record-calls';
import { inside } from '../../../test/support/processes/app-cluster';
import { thread } from '../../../test/support/write-calls';
import { RecordWriter } from '../../records/record-writer';
import type { AnsweredDto } from './answers.dto';

let test: TestApp;
let api: Api;
let userId: number;
let update: number;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  userId = (await api.get<{ id: number }>('/api/user')).body.id;
  update = await create('/api/updates', { title: 'Recall', content: 'Please send it back.' });
});
afterAll(() => test.close());

const { create, read } = recordCalls(() => api);

/** Leaves an answer as another process would that has just begun it. */
async function leaveBegun(updateId: number, ids: number[], text: string | null = null): Promise<string> {
  const changeSet = randomUUID();
  await test.source.transaction(async (manager) => {
    await manager.query('INSERT INTO stepwise_change_sets (change_set) VALUES ($1)', [changeSet]);
    await manager.query(
      "INSERT INTO update_answers (update_id, user_id, change_set, status, items, text, created_at) VALUES ($1, $2, $3, 'resolved', $4, $5, now() + interval '1 hour')",
      [updateId, userId, changeSet, JSON.stringify(ids.map((id) => ({ kind: 'problem', id }))), text],
    );
  });
  return changeSet;
}

it.each([
  ['the text of the update', null, 'Please send it back.'],
  ['a text of its own', 'Dear customer', 'Dear customer'],
])(
  'finishes what another process left half done, with %s, which cannot be taken back before',
  async (_what, text, response) => {
    const ids = [await create('/api/problems', thread), await create('/api/problems', thread)];
    const changeSet = await leaveBegun(update, ids, text);
    expect(await api.post(`/api/change-sets/${changeSet}/revert`, {})).toMatchObject({
      status: 409,
      body: { message: 'This change is still being made. Please try again when it is finished' },
    });
    await test.source.query(
      "UPDATE update_answers SET created_at = now() - interval '1 minute' WHERE change_set = $1",
      [changeSet],
    );
    for (let tries = 0; tries < 100 && (await read('problem', ids[1])).status !== 'resolved'; tries++) await sleep(100);
    for (const id of ids)
      expect(await read('problem', id)).toMatchObject({
        status: 'resolved',
        responses: [{ response, updateId: update }],
      });
    expect((await api.post(`/api/change-sets/${changeSet}/revert`, {})).status).toBe(200);
  },
);

it('takes back what was answered before the update was deleted', async () => {
  const withdrawn = await create('/api/updates', { title: 'Recall', content: 'Please send it back.' });
  const id = await create('/api/problems', thread);
  const changeSet = await leaveBegun(withdrawn, [id]);
  await test.source.transaction(async (manager) => {
    await manager.query("SELECT set_config('crm.change_set', $1, true)", [changeSet]);
    await manager.query(
      "INSERT INTO problem_responses (problem_id, response, update_id, created_by_id) VALUES ($1, 'A', $2, $3)",
      [id, withdrawn, userId],
    );
  });
  await test.source.query('DELETE FROM updates WHERE id = $1', [withdrawn]);
  const isFinished = async (): Promise<boolean> =>
    (
      await test.source.query<object[]>(
        'SELECT FROM stepwise_change_sets WHERE change_set = $1 AND finished_at IS NOT NULL',
        [changeSet],
      )
    ).length > 0;
  while (!(await isFinished())) await sleep(100);
  expect((await api.post(`/api/change-sets/${changeSet}/revert`, {})).status).toBe(200);
  expect((await read('problem', id)).responses).toEqual([]);
});

inside('ends where its update is deleted, and says what it has answered by then', async () => {
  const withdrawn = await create('/api/updates', { title: 'Recall', content: 'Please send it back.' });
  const items = [{ kind: 'problem', id: await create('/api/problems', thread) }];
  const writer = test.app.get(RecordWriter);
  const transaction = writer.transaction.bind(writer);
  const spy = jest.spyOn(writer, 'transaction').mockImplementation(async (context, work) => {
    await test.source.query(
      'DELETE FROM updates WHERE id = $1 AND EXISTS (SELECT FROM update_answers WHERE update_id = $1)',
      [withdrawn],
    );
    return transaction(context, work);
  });
  const { status, body } = await api.post<AnsweredDto>(`/api/updates/${withdrawn}/answers`, { items });
  spy.mockRestore();
  expect([status, body]).toMatchObject([200, { answered: 0, skipped: 1 }]);
  const [{ isFinished }] = await test.source.query<{ isFinished: boolean }[]>(
    'SELECT finished_at IS NOT NULL AS "isFinished" FROM stepwise_change_sets WHERE change_set = $1',
    [body.changeSet],
  );
  expect(isFinished).toBe(true);
});
