import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { heldAnswer } from '../../../../test/held-answer';
import { fakeServer, findToast, open } from '../../../../test/open';
import { refusal } from '../../../../test/server';

const SAVE = 'POST /api/views';

async function openDialog(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Save as view' }));
  return within(await screen.findByRole('dialog', { name: 'Save as view' }));
}

/** Saves a view whose answer comes later, and closes the dialog. */
async function saveAndClose() {
  const held = heldAnswer();
  const server = fakeServer()
    .on('GET /api/customer-questions', { body: [] })
    .on(SAVE, () => held.answer);
  const user = open('/customer-questions?assignee=me', server);
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText('Name'), 'Mine{Enter}');
  await waitFor(() => expect(server.callsTo(SAVE)).toHaveLength(1));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return { user, held };
}

it('says why a view was not saved after it was closed', async () => {
  const { held } = await saveAndClose();
  await held.send(refusal(503, 'The server is busy'));
  expect(await findToast('The server is busy')).toEqual({ title: 'Error', destructive: true });
});

it('stays open when the answer to an earlier one comes', async () => {
  const { user, held } = await saveAndClose();
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText('Name'), 'Other');
  await held.send({ status: 201, body: { id: 4, name: 'Mine' } });
  await findToast('View saved');
  expect(screen.queryByRole('dialog', { name: 'Save as view' })).not.toBeNull();
});
