import type { ConflictDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { activityServer, buildEntry, REVERT } from '../../../test/activity';
import { open } from '../../../test/open';

/** As many as one answer names, the first of them of deleted products. */
function manyConflicts(deleted: number): ConflictDto[] {
  return Array.from({ length: 500 }, (_, index) => {
    const how = index < deleted ? { field: '*', version: 0 } : { field: 'vehicle', version: 2 };
    return { kind: 'product', recordId: index + 1, ...how, restore: 'Old', current: 'New' };
  });
}

it.each([
  ['changed', 0, 50, undefined],
  ['changed or deleted', 30, 50, 'At least 30 of them have since been deleted and stay so.'],
  ['deleted', 500, 0, 'At least 500 of them have since been deleted and stay so.'],
])(
  'counts no more later changes than it was told of, and keeps the others: %s',
  async (_what, deleted, groups, text) => {
    const conflicts = manyConflicts(deleted);
    const api = activityServer([buildEntry()]).on(REVERT, {
      status: 409,
      body: { statusCode: 409, error: 'Conflict', message: 'Changed since', conflicts },
    });
    const user = open('/activity', api);
    const list = within(await screen.findByRole('list', { name: '2026-03-04' }));
    await user.click(list.getByRole('button', { name: 'Undo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Undo this change' });
    expect(dialog.textContent?.match(/At least .* stay so\./)?.[0]).toBe(text);
    expect(dialog.textContent).toContain('All others that were changed again stay as they are now.');
    expect(within(dialog).queryAllByRole('group')).toHaveLength(groups);
    await user.click(within(dialog).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(api.callsTo(REVERT)).toHaveLength(2));
    expect(api.callsTo(REVERT)[1]?.body).toMatchObject({ otherwise: 'keep' });
  },
);

it('says that what was created is deleted, though the change was of many and it was changed since', async () => {
  const restored = { kind: 'product', recordId: 12, field: '*', version: 2, restore: null, current: { ean: '4' } };
  const link = { ...restored, kind: 'product-link', recordId: 14 };
  const cleared = { kind: 'product', recordId: 13, field: 'ean', version: 2, restore: null, current: '4' };
  const api = activityServer([buildEntry()]).on(REVERT, {
    status: 409,
    body: { statusCode: 409, error: 'Conflict', message: 'Changed since', conflicts: [restored, cleared, link] },
  });
  const user = open('/activity', api);
  const list = within(await screen.findByRole('list', { name: '2026-03-04' }));
  await user.click(list.getByRole('button', { name: 'Undo' }));
  const created = within(await screen.findByRole('group', { name: 'Product 12' }));
  expect(created.queryByRole('radio', { name: 'Back to this' })).toBeNull();
  await user.click(created.getByRole('radio', { name: 'Delete it' }));
  expect(screen.getByRole('group', { name: 'Link to the product 14' })).toBeTruthy();
  expect(screen.getByRole('group', { name: 'Product 13 · EAN' }).textContent).toContain('Back to this');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(api.callsTo(REVERT)).toHaveLength(2));
  expect(api.callsTo(REVERT)[1]?.body).toMatchObject({
    choices: [{ field: '*', take: 'restore' }, { take: 'keep' }, { take: 'keep' }],
  });
});
