import type { ActivityDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { ACTIVITY, activityServer, buildEntry, REVERT } from '../../../test/activity';
import { findToast, open } from '../../../test/open';

/** That of the entry: a toast may have one too. */
const undoButton = async () =>
  within(await screen.findByRole('list', { name: '2026-03-04' })).getByRole('button', { name: 'Undo' });

describe('what changed', () => {
  it('undoes a change at once, and says so with the way back', async () => {
    const entry = buildEntry();
    const api = activityServer([entry]).on(REVERT, {
      body: { changeSet: 'b', changes: [{ ...entry, changeSet: 'b' }] },
    });
    const user = open('/activity', api);
    const button = await undoButton();
    const before = api.callsTo(ACTIVITY).length;
    await user.click(button);
    await findToast('Change undone');
    expect(api.callsTo(REVERT)[0]?.body).toEqual({ choices: [] });
    expect(
      within(screen.getByRole('region', { name: 'Notification' })).getByRole('button', { name: 'Undo' }),
    ).toBeTruthy();
    await waitFor(() => expect(api.callsTo(ACTIVITY).length).toBeGreaterThan(before));
  });

  it('calls undoing a creation deleting, and asks', async () => {
    const entry = buildEntry({ operation: 'insert', fields: [], status: null, version: 1 });
    const deleted = { ...entry, operation: 'delete' as const };
    const api = activityServer([entry]).on(REVERT, { body: { changeSet: 'b', changes: [deleted] } });
    const user = open('/activity', api);
    await user.click(await undoButton());
    const dialog = await screen.findByRole('dialog', { name: 'Delete this question?' });
    expect(dialog.textContent).toContain('Undoing its creation deletes the question and its responses.');
    expect(api.callsTo(REVERT)).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await findToast('Question deleted');
  });

  it.each([
    [false, '40 products'],
    [true, '40 records'],
  ])('asks before it undoes a change of many records, some of other kinds: %s', async (hasOtherKinds, many) => {
    const fields = { kind: 'product', subjectKind: 'product', fields: ['name'], status: null };
    const user = open('/activity', activityServer([buildEntry({ ...fields, records: 40, hasOtherKinds })]));
    await user.click(await undoButton());
    expect(await screen.findByRole('dialog', { name: `Undo the change of ${many}?` })).toBeTruthy();
  });

  it('asks about the first of very many later changes, and keeps the others', async () => {
    const conflicts = Array.from({ length: 60 }, (_, index) => {
      return { kind: 'product', recordId: index + 1, field: 'vehicle', version: 2, restore: 'Old', current: 'New' };
    });
    const api = activityServer([buildEntry()]).on(REVERT, {
      status: 409,
      body: { statusCode: 409, error: 'Conflict', message: 'Changed since', conflicts },
    });
    const user = open('/activity', api);
    await user.click(await undoButton());
    const dialog = await screen.findByRole('dialog', { name: 'Undo this change' });
    expect(within(dialog).getAllByRole('group')).toHaveLength(50);
    expect(dialog.textContent).toContain('10 more stay as they are now.');
    await user.click(within(dialog).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(api.callsTo(REVERT)).toHaveLength(2));
    const sent = api.callsTo(REVERT)[1]?.body as { choices: object[] };
    expect(sent).toMatchObject({ otherwise: 'keep' });
    expect(sent.choices).toHaveLength(50);
  });

  it.each([
    ['one', [3], '1 of them has since been deleted and stays so.'],
    ['two', [3, 4], '2 of them have since been deleted and stay so.'],
  ])('undoes the rest of a change of many records, %s of them deleted since', async (_many, ids, text) => {
    const conflicts = ids.map((recordId) => {
      return { kind: 'problem', recordId, field: '*', version: 0, restore: { status: 'open' }, current: null };
    });
    const entry = buildEntry({ kind: 'problem-response', subjectKind: 'problem', operation: 'insert', records: 40 });
    const api = activityServer([entry]).on(REVERT, ({ body }) =>
      'otherwise' in (body as object)
        ? { body: { changeSet: 'b', changes: [{ ...entry, operation: 'delete' }] } }
        : { status: 409, body: { statusCode: 409, error: 'Conflict', message: 'Changed since', conflicts } },
    );
    const user = open('/activity', api);
    await user.click(await undoButton());
    const question = await screen.findByRole('dialog', { name: 'Undo the change of 40 problems?' });
    await user.click(within(question).getByRole('button', { name: 'Undo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Undo this change' });
    expect(dialog.textContent).toContain(text);
    expect(dialog.textContent).not.toContain('Pick a version.');
    await user.click(within(dialog).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(api.callsTo(REVERT)[1]?.body).toEqual({ choices: [], otherwise: 'keep' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Undo this change' })).toBeNull());
  });

  it('says what becomes of records that were created and changed together', async () => {
    const fields = { kind: 'product', subjectKind: 'product', fields: ['name'], status: null };
    const user = open('/activity', activityServer([buildEntry({ ...fields, records: 4, created: 3 })]));
    await user.click(await undoButton());
    const dialog = await screen.findByRole('dialog', { name: 'Undo the change of 4 products?' });
    expect(dialog.textContent).toContain('3 of them are deleted. The others get back what they had before.');
  });

  it.each<[string, Partial<ActivityDto>]>([
    ['Undone', {}],
    ['Undone', { kind: 'question-response', operation: 'insert', fields: [], status: null }],
    // By whatever: nobody need have undone it.
    ['Deleted', { operation: 'insert', fields: [], status: null, exists: false }],
    ['Restored', { operation: 'delete', fields: [], status: null }],
  ])('offers no undo for what is undone, and says: %s', async (text, entry) => {
    open('/activity', activityServer([buildEntry({ ...entry, undone: true })]));
    const list = within(await screen.findByRole('list', { name: '2026-03-04' }));
    expect(list.getByRole('listitem').textContent).toMatch(new RegExp(`${text}$`));
    expect(list.queryByRole('button')).toBeNull();
  });

  it('says that there was nothing left to undo', async () => {
    const user = open(
      '/activity',
      activityServer([buildEntry()]).on(REVERT, { body: { changeSet: null, changes: [] } }),
    );
    await user.click(await undoButton());
    await findToast('Already undone');
  });
});
