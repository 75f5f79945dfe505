import { screen, waitFor, within } from '@testing-library/react';
import { activityServer, buildEntry } from '../../../test/activity';
import { heldAnswer, pause } from '../../../test/held-answer';
import { findToast, open } from '../../../test/open';
import { refusal, type Answer } from '../../../test/server';

const first = buildEntry({ changeSet: 'first', title: 'Does it fit?' });
const second = buildEntry({ changeSet: 'second', recordId: 8, subjectId: 8, title: 'Is it red?' });
const conflict = {
  kind: 'question',
  recordId: 8,
  subjectKind: 'question',
  subjectId: 8,
  field: 'status',
  version: 3,
  restore: 'open',
  current: 'closed',
};
const met: Answer = {
  status: 409,
  body: { statusCode: 409, error: 'Conflict', message: 'Changed since', conflicts: [conflict] },
};
const REVERT_FIRST = 'POST /api/change-sets/first/revert';
const REVERT_SECOND = 'POST /api/change-sets/second/revert';

const undoButton = async (title: string) => {
  const entry = (await screen.findByRole('link', { name: title })).closest('li')!;
  return within(entry).getByRole('button', { name: /Undo/ });
};

it('leaves alone what another undo has met, and what is still being undone', async () => {
  const [one, other] = [heldAnswer(), heldAnswer()];
  const api = activityServer([first, second])
    .on(REVERT_FIRST, () => one.answer)
    .on(REVERT_SECOND, met);
  const user = open('/activity', api);
  await user.click(await undoButton('Does it fit?'));
  await user.click(await undoButton('Is it red?'));
  const dialog = await screen.findByRole('dialog', { name: 'Undo this change' });
  api.on(REVERT_SECOND, () => other.answer);
  await user.click(within(dialog).getByRole('radio', { name: 'Back to this' }));
  await user.click(within(dialog).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(api.callsTo(REVERT_SECOND)).toHaveLength(2));
  await one.send({ body: { changeSet: 'b', changes: [first] } });
  await findToast('Change undone');
  await user.click(within(dialog).getByRole('button', { name: /Undo/ }));
  await user.click(await undoButton('Is it red?'));
  expect([dialog.isConnected, api.callsTo(REVERT_SECOND).length]).toEqual([true, 2]);
  await other.send({ body: { changeSet: 'c', changes: [second] } });
  await waitFor(() => expect(dialog.isConnected).toBe(false));
});

it('says that it met later changes after one has left', async () => {
  const held = heldAnswer();
  const api = activityServer([second]).on(REVERT_SECOND, () => held.answer);
  const user = open('/activity', api);
  await user.click(await undoButton('Is it red?'));
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Deleted records' }));
  await screen.findByRole('heading', { level: 1, name: 'Deleted records' });
  await held.send(met);
  const told = await findToast('Changed again since then. Undo it in the history.');
  expect(told).toEqual({ title: 'Not undone', destructive: true });
  const toast = within(screen.getByRole('region', { name: 'Notification' }));
  expect(toast.getByRole('button', { name: 'Open' })).toBeTruthy();
});

it('leads the focus back to the button when its question is closed', async () => {
  const user = open('/activity', activityServer([second]).on(REVERT_SECOND, met));
  const button = await undoButton('Is it red?');
  button.focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Undo this change' });
  await pause();
  expect(dialog.contains(document.activeElement)).toBe(true);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('leads the focus to an entry whose button is gone', async () => {
  const created = { ...first, operation: 'insert' as const, version: 1, fields: [], status: null };
  const api = activityServer([created]);
  api.on(REVERT_FIRST, () => {
    api.on('GET /api/activity', { body: [{ ...created, exists: false, undone: true }] });
    return { body: { changeSet: 'b', changes: [{ ...created, operation: 'delete' }] } };
  });
  const user = open('/activity', api);
  const button = await undoButton('Does it fit?');
  const entry = button.closest('li');
  button.focus();
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this question?' }));
  dialog.getByRole('button', { name: 'Delete' }).focus();
  await user.keyboard('{Enter}');
  await findToast('Question deleted');
  await waitFor(() => expect(button.isConnected).toBe(false));
  await waitFor(() => expect(document.activeElement).toBe(entry), { timeout: 1000 });
});

it.each([
  ['before the list is read again', 'slow'],
  ['after it', 'fast'],
])('leads the focus to an entry whose button is gone by a choice, the dialog having gone %s', async (_when, speed) => {
  const undone: Answer = { body: [{ ...second, undone: true }] };
  const held = heldAnswer();
  const api = activityServer([second]).on(REVERT_SECOND, met);
  const user = open('/activity', api);
  const button = await undoButton('Is it red?');
  const entry = button.closest('li');
  button.focus();
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo this change' }));
  api.on(REVERT_SECOND, { body: { changeSet: 'c', changes: [second] } });
  api.on('GET /api/activity', speed === 'slow' ? () => held.answer : undone);
  await user.click(dialog.getByRole('radio', { name: 'Back to this' }));
  dialog.getByRole('button', { name: 'Undo' }).focus();
  await user.keyboard('{Enter}');
  if (speed === 'slow') {
    await waitFor(() => expect(document.activeElement).toBe(button));
    await held.send(undone);
  }
  await waitFor(() => expect(button.isConnected).toBe(false));
  await waitFor(() => expect(document.activeElement).toBe(entry));
  await pause();
  expect(document.activeElement).toBe(entry);
});

it('leads to the sign-in screen where the session is over', async () => {
  const user = open('/activity', activityServer([second]).on(REVERT_SECOND, refusal(401, 'Not signed in')));
  await user.click(await undoButton('Is it red?'));
  expect(await screen.findByText(/^Your session has ended/)).toBeTruthy();
});
