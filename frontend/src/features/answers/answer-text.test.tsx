import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import {
  ANSWER,
  answerMany,
  answerServer as server,
  CHANGE_SET,
  many,
  openPanel,
  QUEUE,
  TEXT,
} from '../../../test/answers';
import { buildNews } from '../../../test/builders';
import { waitForWriting } from '../../../test/drafts';
import { change, connected } from '../../../test/live';
import { fill, findToast, open } from '../../../test/open';
import type { FakeServer } from '../../../test/server';
import { listDrafts } from '../../components/drafts/draft-list';

const LABEL = 'Text of the responses';
const field = () => screen.getByLabelText<HTMLTextAreaElement>(LABEL);
const opener = () => screen.getByRole('button', { name: 'Answer open items' });
const sendTwo = () => screen.getByRole('button', { name: 'Answer 2 items' });
async function write(user: UserEvent, text: string): Promise<void> {
  await user.clear(field());
  await fill(user, field(), text);
}
const bodies = (from: FakeServer) => from.callsTo(ANSWER).map(({ body }) => body as { text?: string });

it('begins with the text of the update, and sends what is made of it', async () => {
  const from = server();
  const user = await openPanel(from);
  expect(field().value).toBe('Closed on Monday.');
  await write(user, ' Dear customer, we are closed on Monday. ');
  await user.click(sendTwo());
  await findToast('1 item answered and resolved.');
  expect(bodies(from).at(-1)).toMatchObject({ status: 'resolved', text: 'Dear customer, we are closed on Monday.' });
  // For the next items. It was sent, so it is no draft any longer.
  expect(field().value).toBe(' Dear customer, we are closed on Monday. ');
  await waitFor(async () => expect(await listDrafts(1)).toEqual([]));
});

it('sends the text of the update where it is that again', async () => {
  const from = server();
  const user = await openPanel(from);
  await write(user, 'Dear customer');
  await user.click(screen.getByRole('button', { name: 'Use the text of the update' }));
  expect([field().value, document.activeElement]).toEqual(['Closed on Monday.', field()]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Use the text of the update' })).toBeNull());
  await user.click(sendTwo());
  await findToast('1 item answered and resolved.');
  expect(bodies(from).at(-1)).toMatchObject({ text: TEXT });
});

it('says what is wrong with a text, and sends nothing', async () => {
  const from = server();
  const user = await openPanel(from);
  await write(user, ' ');
  await user.click(sendTwo());
  expect(await screen.findByText('Text cannot be empty')).toBeTruthy();
  expect(document.activeElement).toBe(field());
  expect(from.callsTo(ANSWER)).toHaveLength(0);
  const message = 'Text cannot contain null characters';
  const refused = { statusCode: 400, error: 'Bad Request', message, errors: [{ field: 'text', message }] };
  from.on(ANSWER, { status: 400, body: refused });
  await write(user, 'Dear customer');
  await user.click(sendTwo());
  await waitFor(() => expect(field().closest('.ant-form-item')?.textContent).toContain(message));
});

it('sends another text under another key, and the same under the same', async () => {
  const from = server().on(ANSWER, { status: 502, body: '' });
  const user = await openPanel(from);
  for (const [before, text] of ['Dear customer', 'Dear customer', 'Dear Sir'].entries()) {
    await write(user, text);
    await user.click(await screen.findByRole('button', { name: 'Answer 2 items' }));
    await waitFor(() => expect(from.callsTo(ANSWER)).toHaveLength(before + 1));
  }
  const [first, second, third] = from.callsTo(ANSWER).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  await waitFor(async () => expect(await listDrafts(1)).toMatchObject([{ excerpt: 'Dear Sir' }]));
});

it('goes to all that a filter holds, too', async () => {
  const from = server()
    .on(QUEUE, { body: many })
    .on(ANSWER, { body: { changeSet: CHANGE_SET, answered: 4900, skipped: 0 } });
  const user = await openPanel(from);
  await write(user, 'Dear customer');
  await answerMany(user, 'Answer 4900 items');
  await findToast('4900 items answered and resolved.');
  expect(bodies(from)).toContainEqual({ status: 'resolved', text: 'Dear customer' });
});

it('stays when the panel is closed, with what was chosen', async () => {
  const user = await openPanel(server());
  await write(user, 'Dear customer');
  await user.click(screen.getByRole('checkbox', { name: 'It broke' }));
  await user.click(opener());
  expect(screen.queryByRole('button', { name: 'Answer 1 item' })).toBeNull();
  await user.click(opener());
  expect(screen.getByRole('button', { name: 'Answer 1 item' })).toBeTruthy();
  expect(field().value).toBe('Dear customer');
  expect(screen.queryByText(/Your draft was restored/)).toBeNull();
});

it('is kept as a draft when the screen is left, which opens the panel', async () => {
  const from = server().on('GET /api/updates', { body: [] });
  const user = await openPanel(from);
  await write(user, 'Dear customer');
  await waitForWriting();
  await user.click(screen.getByRole('link', { name: 'Back' }));
  await findToast('Draft kept');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByText(/Your draft was restored/)).toBeTruthy();
  expect([window.location.pathname, field().value]).toEqual(['/updates/7', 'Dear customer']);
  await user.click(screen.getByRole('button', { name: 'Discard draft' }));
  expect(field().value).toBe('Closed on Monday.');
  await waitFor(async () => expect(await listDrafts(1)).toEqual([]));
});

it('follows the update until it is edited', async () => {
  const from = server();
  const user = await openPanel(from);
  const events = await connected();
  const updated = (content: string) => {
    from.on('GET /api/updates/7', { body: buildNews({ id: 7, content }) });
    events.send('change', change({ kind: 'update', recordId: 7, operation: 'update' }));
  };
  updated('Closed on Tuesday.');
  await waitFor(() => expect(field().value).toBe('Closed on Tuesday.'));
  await write(user, 'Dear customer');
  updated('Closed on Wednesday.');
  await screen.findByText('Closed on Wednesday.');
  expect(field().value).toBe('Dear customer');
  await user.click(screen.getByRole('button', { name: 'Use the text of the update' }));
  expect(field().value).toBe('Closed on Wednesday.');
});

it('is no draft any longer where it was sent although the screen was left before', async () => {
  const from = server().on('GET /api/updates', { body: [] });
  const user = await openPanel(from);
  await write(user, 'Dear customer');
  await waitForWriting();
  let answered = (): void => undefined;
  const held = new Promise<void>((resolve) => (answered = resolve));
  from.on(ANSWER, async () => {
    await held;
    return { body: { changeSet: CHANGE_SET, answered: 2, skipped: 0 } };
  });
  await user.click(sendTwo());
  await waitFor(() => expect(from.callsTo(ANSWER)).toHaveLength(1));
  await user.click(screen.getByRole('link', { name: 'Back' }));
  await screen.findByRole('heading', { level: 1, name: 'Updates' });
  answered();
  await waitFor(async () => expect(await listDrafts(1)).toEqual([]));
});

it('is not on the page of the form that changes the update, which has a draft of its own', async () => {
  open('/updates/7/edit', server());
  await screen.findByLabelText('Title');
  expect(await screen.findByRole('button', { name: 'History' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Answer open items' })).toBeNull();
});

it('counts as typed only where it was edited', async () => {
  const from = server();
  await openPanel(from);
  from.on('GET /api/updates/7', { status: 404, body: {} });
  (await connected()).send('change', change({ kind: 'update', recordId: 7, operation: 'delete' }));
  expect(await screen.findByText('Update not found')).toBeTruthy();
});
