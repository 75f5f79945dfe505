import { act, screen, waitFor, within } from '@testing-library/react';
import { setTimeout } from 'node:timers/promises';
import {
  ANSWER,
  answerMany,
  answerServer as server,
  CHANGE_SET,
  item,
  many,
  openPanel,
  QUEUE,
  TEXT,
} from '../../../test/answers';
import { change, connected } from '../../../test/live';
import { findToast } from '../../../test/open';
import { refusal } from '../../../test/server';

/** Longer than the panel waits before it reads again. */
const WAIT_MS = 600;
const about = { subjectKind: 'problem', subjectId: 1, operation: 'insert' };

it('takes out what a colleague has answered since', async () => {
  const from = server().on(ANSWER, { body: { changeSet: CHANGE_SET, answered: 0, skipped: 1 } });
  const user = await openPanel(from);
  const events = await connected();
  from.on(QUEUE, { body: [item(2, 'It broke')] });
  events.send('change', change({ kind: 'problem-response', recordId: 9, ...about }));
  await user.click(await screen.findByRole('button', { name: 'Answer 1 item' }));
  expect(screen.queryByRole('checkbox', { name: 'It squeals' })).toBeNull();
  expect(from.callsTo(ANSWER).at(-1)?.body).toEqual({
    items: [{ kind: 'problem', id: 2 }],
    status: 'resolved',
    text: TEXT,
  });
  await findToast('0 items answered. 1 no longer fitted the choice.');
  const notification = within(screen.getByRole('region', { name: 'Notification' }));
  expect(notification.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('shows what has come since, and does not choose it', async () => {
  const from = server();
  const user = await openPanel(from);
  const events = await connected();
  from.on(QUEUE, { body: [item(1, 'It squeals'), item(3, 'It leaks'), item(2, 'It broke')] });
  events.send('change', change({ kind: 'problem', recordId: 3, operation: 'insert' }));
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'It leaks' })).checked).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Answer 2 items' }));
  await findToast('1 item answered and resolved.');
  expect(from.callsTo(ANSWER).at(-1)?.body).toMatchObject({ items: [{ id: 1 }, { id: 2 }] });
});

it('does not answer what was left out where there are too many to be shown since', async () => {
  const from = server().on(QUEUE, { body: many.slice(0, 100) });
  const user = await openPanel(from);
  const events = await connected();
  await user.click(screen.getByRole('checkbox', { name: 'It squeals' }));
  from.on(QUEUE, { body: many });
  events.send('change', change({ kind: 'problem', recordId: 101, operation: 'insert' }));
  await screen.findByText(/The first 100 are shown/);
  await answerMany(user, 'Answer 99 items');
  await findToast('1 item answered and resolved.');
  expect(from.callsTo(ANSWER).at(-1)?.body).toMatchObject({ items: many.slice(1, 100).map(({ id }) => ({ id })) });
});

it('keeps the choice after a lost answer, so that it is sent again as it was', async () => {
  const from = server().on(ANSWER, { status: 502, body: '' });
  const user = await openPanel(from);
  const events = await connected();
  await user.click(screen.getByRole('button', { name: 'Answer 2 items' }));
  await waitFor(() => expect(from.callsTo(ANSWER)).toHaveLength(1));
  // It was done, and the stream says so.
  from.on(QUEUE, { body: [] }).on(ANSWER, { body: { changeSet: CHANGE_SET, answered: 2, skipped: 0 } });
  events.send('change', change({ kind: 'problem-response', recordId: 9, ...about, userId: 1 }));
  await act(() => setTimeout(WAIT_MS));
  await user.click(screen.getByRole('button', { name: 'Answer 2 items' }));
  await findToast('2 items answered and resolved.');
  const [first, second] = from.callsTo(ANSWER);
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
  expect(await screen.findByText(/^No open item waits for a response/)).toBeTruthy();
});

it('is read again after a refusal, which did nothing', async () => {
  const from = server().on(ANSWER, refusal(404, 'Update not found'));
  const user = await openPanel(from);
  await user.click(screen.getByRole('button', { name: 'Answer 2 items' }));
  await findToast('Update not found');
  const events = await connected();
  from.on(QUEUE, { body: [item(1, 'It squeals'), item(2, 'It broke'), item(3, 'It leaks')] });
  events.send('change', change({ kind: 'problem', recordId: 3, operation: 'insert' }));
  expect(await screen.findByRole('checkbox', { name: 'It leaks' })).toBeTruthy();
});

it('keeps what was chosen where the products of the update cannot be read again', async () => {
  const PRODUCTS = 'GET /api/updates/7/products';
  const from = server();
  const user = await openPanel(from);
  await user.click(screen.getByRole('checkbox', { name: 'It broke' }));
  const events = await connected();
  const before = from.callsTo(PRODUCTS).length;
  from.on(PRODUCTS, refusal(500, 'No'));
  const link = { kind: 'product-link', recordId: 4, subjectKind: 'update', subjectId: 7, operation: 'insert' };
  events.send('change', change(link));
  await waitFor(() => expect(from.callsTo(PRODUCTS).length).toBeGreaterThan(before));
  // Until the refusal has arrived.
  await act(() => setTimeout(100));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'It broke' }).checked).toBe(false);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'It squeals' }).checked).toBe(true);
});
