import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { buildThread } from '../../../test/builders';
import { fillStore } from '../../../test/draft-store';
import { findToast, open } from '../../../test/open';
import { queueItem, queueServer, rows } from '../../../test/queue';
import { refusal } from '../../../test/server';

const ADD = 'POST /api/customer-questions/1/responses';
const STATUS = (id: number) => `PATCH /api/customer-questions/${id}/status`;
const added = { status: 201, body: { id: 7, response: 'It does.', createdAt: '2026-03-04T05:06:07.000Z' } };
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
  await user.keyboard('j{Enter}');
  await findHeading('Whole customer-questions 1');
  await user.type(await screen.findByRole('textbox', { name: 'New Response' }), 'It does.');
  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
}

const isDraftOffered = () => screen.queryByText('Draft kept') !== null;

it('shows the next while an answer is sent, and resolves the one that was answered', async () => {
  const { fake, release } = holdingServer();
  await answerFirst(open('/queue', fake));
  await findHeading('Whole customer-questions 2');
  expect(fake.callsTo(ADD)).toHaveLength(1);
  release();
  await findToast('Response added and resolved');
  expect(fake.callsTo(STATUS(1)).map(({ body }) => body)).toEqual([{ status: 'resolved' }]);
  expect(fake.callsTo(STATUS(2))).toEqual([]);
  expect(isDraftOffered()).toBe(false);
  expect(await findHeading('Whole customer-questions 2')).toBeTruthy();
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
