import type { ChangeDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { screen, within } from '@testing-library/react';
import { buildProduct, fakeServer, findToast, open } from '../../../test/open';
import { refusal, type Answer, type Call } from '../../../test/server';

const REVERT = 'POST /api/change-sets/a/revert';
const changeOf = (recordId: number): ChangeDto => ({
  cursor: `YzoxM${recordId}`,
  changeSet: 'a',
  at: '2026-11-24T10:00:00.000Z',
  userId: 1,
  userEmail: 'anna@example.com',
  tokenName: null,
  kind: 'product',
  recordId,
  subjectKind: 'product',
  subjectId: recordId,
  operation: 'update',
  version: 2,
  before: { vehicle: 'Golf VI' },
  after: { vehicle: 'Golf VII' },
});
/** A colleague has changed the other product since. */
const later = { kind: 'product', recordId: 2, field: 'vehicle', version: 3, restore: 'Golf VI', current: 'Polo' };
const conflict = {
  status: 409,
  body: { statusCode: 409, error: 'Conflict', message: 'Changed since', conflicts: [later] },
};

/** Opens the history of the first of the products that one import has changed. */
async function openHistory(
  revert: (call: Call) => Answer | Promise<Answer>,
  change = changeOf(1),
  label = 'Undo this change',
) {
  const server = fakeServer()
    .on('GET /api/products/1', { body: buildProduct() })
    .on('GET /api/products/1/records', { body: [] })
    .on('GET /api/products/1/history', { body: [change] })
    .on(REVERT, revert);
  const user = open('/products/1', server);
  await user.click(await screen.findByRole('button', { name: 'History' }));
  const button = await screen.findByRole('button', { name: label });
  return { server, user, button };
}
const onlyThis = { only: { kind: 'product', recordId: 1 } };

it('undoes what a change of many records did to this one, without a question', async () => {
  const { server, user, button } = await openHistory(() => ({ body: { changeSet: 'b', changes: [changeOf(1)] } }));
  await user.click(button);
  await findToast('Change undone');
  expect(server.callsTo(REVERT).map(({ body }) => body)).toEqual([{ choices: [], ...onlyThis }]);
});

it('asks before it deletes this record, also where it was created with others', async () => {
  const created: ChangeDto = { ...changeOf(1), operation: 'insert', version: 1, before: null };
  const deleted: ChangeDto = { ...changeOf(1), operation: 'delete', after: null };
  const { server, user, button } = await openHistory(
    () => ({ body: { changeSet: 'b', changes: [deleted] } }),
    created,
    'Delete this product…',
  );
  await user.click(button);
  const question = within(await screen.findByRole('dialog', { name: 'Delete this product?' }));
  expect(server.callsTo(REVERT)).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await findToast('Product deleted');
  expect(server.callsTo(REVERT).map(({ body }) => body)).toEqual([{ choices: [], ...onlyThis }]);
});

it('names only the field, where the change was of this record alone', async () => {
  const own = { ...conflict.body, conflicts: [{ ...later, recordId: 1 }] };
  const { user, button } = await openHistory(() => ({ ...conflict, body: own }));
  await user.click(button);
  expect(await screen.findByRole('group', { name: 'Vehicle' })).toBeTruthy();
});

it('says that nothing was undone, where the person keeps all that was changed since', async () => {
  const own = { ...conflict.body, conflicts: [{ ...later, recordId: 1 }] };
  const { server, user, button } = await openHistory((call) => {
    const { choices } = call.body as { choices: object[] };
    return choices.length > 0 ? { body: { changeSet: null, changes: [] } } : { ...conflict, body: own };
  });
  await user.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo this change' }));
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Undo' }).disabled).toBe(true);
  await user.click(dialog.getByRole('radio', { name: 'Keep as it is now' }));
  await user.click(dialog.getByRole('button', { name: 'Undo' }));
  await findToast('Nothing undone. Everything stays as it is now');
  expect(server.callsTo(REVERT).at(-1)?.body).toMatchObject({ choices: [{ take: 'keep' }], ...onlyThis });
});

it.each([
  [1, 'It has since been deleted. Bring it back first.'],
  [2, '1 of them has since been deleted and stays so.'],
])('says that product %i was deleted since', async (recordId, text) => {
  const gone = { ...conflict.body, conflicts: [{ ...later, recordId, field: '*', version: 0, current: null }] };
  const { user, button } = await openHistory(() => ({ ...conflict, body: gone }));
  await user.click(button);
  expect((await screen.findByRole('dialog', { name: 'Undo this change' })).textContent).toContain(text);
});

it('undoes once, however often the button is pressed', async () => {
  let answer: () => void = () => undefined;
  const { server, user, button } = await openHistory(async () => {
    await new Promise<void>((resolve) => (answer = resolve));
    return { body: { changeSet: 'b', changes: [changeOf(1)] } };
  });
  await user.click(button);
  await user.click(button);
  answer();
  await findToast('Change undone');
  expect(server.callsTo(REVERT)).toHaveLength(1);
});

it('offers to delete nothing that is gone, only to bring it back', async () => {
  const deleted: ChangeDto = { ...changeOf(1), changeSet: 'b', operation: 'delete', after: null };
  const created: ChangeDto = { ...changeOf(1), cursor: 'YzoxMA', operation: 'insert', version: 1, before: null };
  const server = fakeServer()
    .on('GET /api/products/1', refusal(404, 'There is no such product'))
    .on('GET /api/products/1/history', { body: [deleted, created] });
  const user = open('/products/1', server);
  await user.click(await screen.findByRole('button', { name: 'History' }));
  expect(within(await screen.findByRole('list', { name: 'History' })).getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'Undo this change' })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Delete this product…' })).toBeNull();
});
