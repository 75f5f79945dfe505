import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { inTransaction } from '../../../test/support/change-log';
import type { ConflictDto } from '../../api/error.dto';

const MANY = 501;

let test: TestApp;
let api: Api;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

const countOf = async (title: string): Promise<number> =>
  (await test.source.query<object[]>('SELECT FROM problems WHERE title = $1', [title])).length;

it('asks about no more later changes than can be chosen about, and keeps or takes back the others as before', async () => {
  await inTransaction(
    test.source,
    `INSERT INTO problems (title, description, created_by_id)
     SELECT 'Before', 'Text', min(users.id) FROM users, generate_series(0, ${MANY}) AS number GROUP BY number`,
  );
  const [{ change_set: changeSet }] = await inTransaction(test.source, "UPDATE problems SET title = 'Raw'");
  // The oldest record is decided on last.
  await inTransaction(test.source, `UPDATE problems SET title = 'Since' WHERE id > (SELECT min(id) FROM problems)`);
  const revert = (body: object, query = '') =>
    api.post<{ conflicts: ConflictDto[] }>(`/api/change-sets/${changeSet}/revert${query}`, body);
  const { status, body } = await revert({});
  expect([status, body.conflicts.length]).toEqual([409, 500]);
  const choices = body.conflicts.map(({ kind, recordId, field, version }, place) => {
    return { kind, recordId, field, version, take: place === 0 ? 'restore' : 'keep' };
  });
  // One is left that nobody was asked about.
  expect((await revert({ choices })).body.conflicts).toMatchObject([{ field: 'title', current: 'Since' }]);
  const stale = choices.map((one) => ({ ...one, version: one.version - 1 }));
  expect((await revert({ choices: stale, otherwise: 'keep' })).body.conflicts).toHaveLength(500);
  expect((await revert({ choices, otherwise: 'keep' }, '?dryRun=true')).status).toBe(200);
  expect(await countOf('Before')).toBe(0);
  expect((await revert({ choices, otherwise: 'keep' })).status).toBe(200);
  expect([await countOf('Before'), await countOf('Since')]).toEqual([2, MANY - 1]);
});
