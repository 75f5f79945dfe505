import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { buildThread } from '../../../test/builders';
import { fillStore, holdReading, holdWriting, readFieldOfDrafts, writeField } from '../../../test/draft-store';
import { pause } from '../../../test/held-answer';
import { findToast, open } from '../../../test/open';
import { queueItem, queueServer, rows, titles } from '../../../test/queue';
import { refusal, stale } from '../../../test/server';

const ADD = 'POST /api/customer-questions/1/responses';
const STATUS = (id: number) => `PATCH /api/customer-questions/${id}/status`;
const added = {
  status: 201,
  headers: { 'x-request-id': 'added' },
  body: { id: 7, response: 'It does.', createdAt: '2026-03-04T05:06:07.000Z' },
};
const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** A server with two questions in its queue, which takes an answer to the first once it is released. */
function holdingServer() {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const fake = queueServer([queueItem({}), queueItem({ id: 2, title: 'Second' })]).on(ADD, async () => {
    await held;
    return added;
  });
  for (const id of [1, 2]) fake.on(STATUS(id), { body: buildThread({ id, status: 'resolved' }) });
  return { fake, release };
}

async function answerFirst(user: UserEvent): Promise<void> {
  await rows();
  await user.keyboard('{Enter}');
  await findHeading('Whole customer-questions 1');
  await user.type(await screen.findByRole('textbox', { name: 'New Response' }), 'It does.');
  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
}

const responseBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'New Response' });
const isDraftOffered = () => screen.queryByText('Draft kept') !== null;

it('shows the next while an answer is sent, and resolves the one that was answered', async () => {
  const { fake, release } = holdingServer();
  const user = open('/queue', fake);
  await answerFirst(user);
  await findHeading('Whole customer-questions 2');
  expect(fake.callsTo(ADD)).toHaveLength(1);
  release();
  await findToast('Response added and resolved');
  expect(fake.callsTo(STATUS(1)).map(({ body }) => body)).toEqual([{ status: 'resolved' }]);
  expect(fake.callsTo(STATUS(2))).toEqual([]);
  expect(isDraftOffered()).toBe(false);
  expect(await findHeading('Whole customer-questions 2')).toBeTruthy();
  const notice = screen.getByRole('region', { name: 'Notification' });
  await user.click(within(notice).getByRole('button', { name: 'Open' }));
  expect(await findHeading('Whole customer-questions 1')).toBeTruthy();
});

it('leads back to the one whose answer is undone', async () => {
  const revert = 'POST /api/change-sets/added/revert';
  const { fake, release } = holdingServer();
  fake.on(revert, { body: { changeSet: null, changes: [] } });
  const user = open('/queue', fake);
  await answerFirst(user);
  await findHeading('Whole customer-questions 2');
  release();
  await findToast('Response added and resolved');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await findHeading('Whole customer-questions 1')).toBeTruthy();
  expect(fake.callsTo(revert)).toHaveLength(1);
});

it.each([
  [
    'a colleague has set its status',
    stale(2, { ...buildThread({ id: 1, title: 'Whole customer-questions 1' }), status: 'in_progress' }),
    '“Whole customer-questions 1”: a colleague set it to In Progress.',
  ],
  ['it is refused', refusal(403, 'Kept for the audit.'), '“Whole customer-questions 1”: Kept for the audit.'],
])('names what is not resolved since %s, and leads back to it', async (_why, answer, said) => {
  const { fake } = holdingServer();
  fake.on(STATUS(1), answer);
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('{Enter}');
  await findHeading('Whole customer-questions 1');
  await user.keyboard('d');
  await findHeading('Whole customer-questions 2');
  expect((await findToast(said)).destructive).toBe(true);
  await user.click(within(screen.getByRole('region', { name: 'Notification' })).getByRole('button', { name: 'Open' }));
  expect(await findHeading('Whole customer-questions 1')).toBeTruthy();
});

it('says that an answer was added where a colleague has set the status', async () => {
  const { fake, release } = holdingServer();
  fake.on(STATUS(1), stale(2, { ...buildThread({ id: 1 }), status: 'in_progress' }));
  const user = open('/queue', fake);
  await answerFirst(user);
  release();
  const said = await findToast('The response was added. A colleague set the status to In Progress.');
  expect(said.title).toBe('Not resolved');
});

it('keeps an answer that could not be sent, and leads to it', async () => {
  const { fake } = holdingServer();
  fake.on(ADD, refusal(403, 'The record is kept for the audit.'));
  const user = open('/queue', fake);
  await answerFirst(user);
  await findHeading('Whole customer-questions 2');
  const said = await findToast('The record is kept for the audit. What you typed is kept as a draft.');
  expect(said.destructive).toBe(true);
  const notice = screen.getByRole('region', { name: 'Notification' });
  await user.click(within(notice).getByRole('button', { name: 'Open' }));
  await findHeading('Whole customer-questions 1');
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'New Response' });
  await waitFor(() => expect(box.value).toBe('It does.'));
  expect(fake.callsTo(STATUS(1))).toEqual([]);
});

it('stays, and says why, where an answer is refused before it could be kept', async () => {
  const { fake } = holdingServer();
  fake.on(ADD, refusal(403, 'The record is kept for the audit.'));
  const store = holdWriting();
  await answerFirst(open('/queue', fake));
  expect(await screen.findByText(/The record is kept for the audit/)).toBeTruthy();
  store();
  await pause();
  expect(screen.getByRole('heading', { level: 1, name: 'Whole customer-questions 1' })).toBeTruthy();
  expect(screen.queryByText('Saving…')).toBeNull();
  expect(responseBox().value).toBe('It does.');
});

it('stays until an answer is there where it could not be kept', async () => {
  const { fake, release } = holdingServer();
  fillStore();
  await answerFirst(open('/queue', fake));
  await waitFor(() => expect(fake.callsTo(ADD)).toHaveLength(1));
  expect(await findHeading('Whole customer-questions 1')).toBeTruthy();
  release();
  await findHeading('Whole customer-questions 2');
  await findToast('Response added and resolved');
});

it('keeps the draft of a thread where the next answer is typed before the draft is read', async () => {
  const key = { owner: 1, page: '/customer-questions/1' };
  await writeField(key, 'response', 'Half an answer');
  const goOnReading = holdReading();
  const user = open('/queue', holdingServer().fake);
  await rows();
  await user.keyboard('rBetter');
  await screen.findByRole('textbox', { name: 'New Response' });
  await waitFor(() => expect(responseBox().value).toBe('Better'));
  goOnReading();
  await user.click(await screen.findByRole('button', { name: 'Continue the draft' }));
  await waitFor(() => expect(responseBox().value).toBe('Half an answer'));
  const kept = await readFieldOfDrafts(1, 'response');
  expect(kept.map(({ value }) => value).sort()).toEqual(['Better', 'Half an answer']);
});

it('shows the draft of a thread where what was typed before it is read is taken out again', async () => {
  await writeField({ owner: 1, page: '/customer-questions/1' }, 'response', 'Half an answer');
  const goOnReading = holdReading();
  const user = open('/customer-questions/1', holdingServer().fake);
  await user.type(await screen.findByRole('textbox', { name: 'New Response' }), 'B{Backspace}');
  goOnReading();
  await waitFor(() => expect(responseBox().value).toBe('Half an answer'));
});

it('resolves nothing before the record is read', async () => {
  const { fake } = holdingServer();
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  fake.on('GET /api/customer-questions/1', async () => {
    await held;
    return { body: buildThread({ id: 1, title: 'Late' }) };
  });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('{Enter}');
  await screen.findByText('Loading...');
  await user.keyboard('d');
  answer();
  await findHeading('Late');
  expect(fake.callsTo(STATUS(1))).toEqual([]);
  await user.keyboard('d');
  await findHeading('Whole customer-questions 2');
  await waitFor(() => expect(fake.callsTo(STATUS(1))).toHaveLength(1));
});

it('has the first row chosen after Back from what was resolved on its page', async () => {
  const { fake } = holdingServer();
  fake.on('PATCH /api/customer-questions/2', { body: buildThread({ id: 2, assigneeId: 1 }) });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('{Enter}');
  await findHeading('Whole customer-questions 1');
  await user.keyboard('d');
  await findHeading('Whole customer-questions 2');
  await findToast('Status updated successfully');
  // Read again on return, after the rows that are known.
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  fake.on('GET /api/queue', () => held.then(() => ({ body: [queueItem({ id: 2, title: 'Second' })] })));
  await user.click(screen.getByRole('link', { name: 'Back' }));
  await findHeading('Queue');
  expect(await titles()).toEqual(['Second']);
  answer();
  await waitFor(() => expect(screen.getByRole('list', { name: 'Queue' }).getAttribute('aria-busy')).toBe('false'));
  await user.keyboard('a');
  await findToast('It is yours');
  expect(fake.callsTo('PATCH /api/customer-questions/2')).toHaveLength(1);
});

it('goes back to the queue from what was taken, though the tab of the queue does not have it', async () => {
  const { fake } = holdingServer();
  fake.on('GET /api/queue', { body: [] }).on('POST /api/queue/next', { body: queueItem({}) });
  const user = open('/queue?assignee=me', fake);
  await screen.findByText(/Nothing is assigned to you/);
  await user.keyboard('n');
  await findHeading('Whole customer-questions 1');
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/queue?assignee=me');
  await user.keyboard('d');
  await findHeading('Queue');
  expect(window.location.search).toBe('?assignee=me');
  await waitFor(() => expect(fake.callsTo(STATUS(1))).toHaveLength(1));
});
