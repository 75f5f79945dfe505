import { screen, waitFor, within } from '@testing-library/react';
import { activityServer, buildEntry } from '../../../test/activity';
import { heldAnswer } from '../../../test/held-answer';
import { findToast, open } from '../../../test/open';
import type { Answer } from '../../../test/server';

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
const REVERT_SECOND = 'POST /api/change-sets/second/revert';

const undoButton = async (title: string) => {
  const entry = (await screen.findByRole('link', { name: title })).closest('li')!;
  return within(entry).getByRole('button', { name: /Undo/ });
};

it('leaves alone what another undo has met, and what is still being undone', async () => {
  const [one, other] = [heldAnswer(), heldAnswer()];
  const api = activityServer([first, second])
    .on('POST /api/change-sets/first/revert', () => one.answer)
    .on(REVERT_SECOND, met);
  const user = open('/activity', api);
  await user.click(await undoButton('Does it fit?'));
  await user.click(await undoButton('Is it red?'));
  const dialog = await screen.findByRole('dialog', { name: 'Undo this change' });
  api.on(REVERT_SECOND, () => other.answer);
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
