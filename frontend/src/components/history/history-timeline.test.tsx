import type { ChangeDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { screen, waitFor, within } from '@testing-library/react';
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
const isDryRun = ({ query }: Call) => query.get('dryRun') === 'true';

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
/** What the server would do or does: without a word about later changes it names them. */
const kept =
  (count: number) =>
  ({ body }: Call): Answer =>
    'otherwise' in (body as object)
      ? { body: { changeSet: 'b', changes: Array.from({ length: count }, (_, index) => changeOf(index + 3)) } }
      : conflict;

it('asks before it undoes a change of many records, of which others were changed since', async () => {
  const { server, user, button } = await openHistory(kept(999));
  await user.click(button);
  const question = await screen.findByRole('dialog', { name: 'Undo the change of 999 products?' });
  expect(server.callsTo(REVERT).filter((call) => !isDryRun(call))).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Undo' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo this change' });
  expect(within(dialog).getByRole('group', { name: 'Product 2 · Vehicle' })).toBeTruthy();
});

it('names the deletion that undoing a creation is, and asks before it', async () => {
  const created: ChangeDto = { ...changeOf(1), operation: 'insert', version: 1, before: null };
  const { user, button } = await openHistory(kept(0), created, 'Delete this product…');
  await user.click(button);
  expect(await screen.findByRole('dialog', { name: 'Delete this product?' })).toBeTruthy();
});

it('says whose value it asks about, where that is another record', async () => {
  const { user, button } = await openHistory(kept(1));
  await user.click(button);
  expect(await screen.findByRole('group', { name: 'Product 2 · Vehicle' })).toBeTruthy();
});

it('names only the field, where the change was of this record alone', async () => {
  const own = { ...conflict.body, conflicts: [{ ...later, recordId: 1 }] };
  const { user, button } = await openHistory((call) => (isDryRun(call) ? kept(0)(call) : { ...conflict, body: own }));
  await user.click(button);
  expect(await screen.findByRole('group', { name: 'Vehicle' })).toBeTruthy();
});

it('says that nothing was undone, where the person keeps all that was changed since', async () => {
  const own = { ...conflict.body, conflicts: [{ ...later, recordId: 1 }] };
  const { user, button } = await openHistory((call) => {
    if (isDryRun(call)) return kept(0)(call);
    const { choices } = call.body as { choices: object[] };
    return choices.length > 0 ? { body: { changeSet: null, changes: [] } } : { ...conflict, body: own };
  });
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Undo this change' });
  await user.click(within(dialog).getByRole('button', { name: 'Undo' }));
  await findToast('Nothing undone. Everything stays as it is now');
});

it.each([
  [1, 'It has since been deleted. Bring it back first.'],
  [2, '1 of them has since been deleted and stays so.'],
])('says that product %i was deleted since', async (recordId, text) => {
  const gone = { ...conflict.body, conflicts: [{ ...later, recordId, field: '*', version: 0, current: null }] };
  const { user, button } = await openHistory((call) => (isDryRun(call) ? kept(0)(call) : { ...conflict, body: gone }));
  await user.click(button);
  expect((await screen.findByRole('dialog', { name: 'Undo this change' })).textContent).toContain(text);
});

it('undoes once, however often the button is pressed while it counts the records', async () => {
  let answer: () => void = () => undefined;
  const { server, user, button } = await openHistory(async (call) => {
    if (isDryRun(call)) await new Promise<void>((resolve) => (answer = resolve));
    return { body: { changeSet: 'b', changes: [changeOf(1)] } };
  });
  await user.click(button);
  await user.click(button);
  answer();
  await findToast('Change undone');
  expect(server.callsTo(REVERT).map(isDryRun)).toEqual([true, false]);
});

it('undoes nothing where the records cannot be counted', async () => {
  const { server, user, button } = await openHistory(() => refusal(503, 'Busy'));
  await user.click(button);
  await waitFor(() => expect(document.querySelector('.toast-destructive')).toBeTruthy());
  expect(server.callsTo(REVERT).map(isDryRun)).toEqual([true]);
});
