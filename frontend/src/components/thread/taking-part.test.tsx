import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { buildThread } from '../../../test/builders';
import { FakeEventSource } from '../../../test/browser';
import { findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';
import { API, openQuestion, question, questionServer as server, READ } from '../../../test/thread-question';
import { responseField } from '../../../test/thread-screen';
import { publishChanges } from '../live/change-bus';

const UNREAD = 'GET /api/notifications/records';
const WATCH = `PUT ${API}/watch`;
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => screen.queryAllByRole('option', { selected: true }).map(({ textContent }) => textContent);
const BEN = 'BOBen Okaforben@example.com';
const TWO = 'BTben.twoben.two@example.com';

it('shows who is mentioned as a person', async () => {
  await openQuestion(server());
  const mention = await screen.findByText('Ben Okafor', { selector: '.mention .person' });
  expect(mention.closest('.long-text')?.textContent).toBe('Ask @Ben Okafor or x@ben.');
});

it('offers colleagues while one types, by keyboard, without oneself and who is gone', async () => {
  const user = await openQuestion(server());
  await user.type(responseField(), 'Hi @');
  await waitFor(() => expect(offered()).toEqual([BEN, TWO]));
  expect(chosen()).toEqual([BEN]);
  expect(screen.getByText('2 colleagues to mention')).toBeTruthy();
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toEqual([TWO]);
  expect(responseField().getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { selected: true }).getAttribute('id'),
  );
  await user.keyboard('{ArrowDown}ok');
  expect(offered()).toEqual([BEN]);
  await user.keyboard('{Enter}look');
  expect(responseField().value).toBe('Hi @Ben Okafor look');
  expect(offered()).toEqual([]);
  await user.keyboard(' @ben.t{Tab}');
  expect(responseField().value).toBe('Hi @Ben Okafor look @ben.two ');
});

it('is closed by Esc, which then leaves the field, and by what nobody is called; a click chooses, too', async () => {
  const user = await openQuestion(server());
  await user.type(responseField(), '@b');
  await waitFor(() => expect(offered()).toHaveLength(2));
  await user.keyboard('{Escape}');
  expect(offered()).toEqual([]);
  expect(document.activeElement).toBe(responseField());
  await user.keyboard('x');
  expect(offered()).toEqual([]);
  await user.keyboard('{Backspace}');
  expect(offered()).toHaveLength(2);
  await user.click(screen.getByRole('option', { name: /ben.two/ }));
  expect(responseField().value).toBe('@ben.two ');
});

it('offers colleagues, and leaves keys with Shift or Alt to the field', async () => {
  const user = await openQuestion(server());
  await user.type(responseField(), 'ask @b');
  await waitFor(() => expect(offered()).toHaveLength(2));
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(chosen()).toEqual([BEN]);
  await user.keyboard('{Shift>}{Tab}{/Shift}');
  expect(responseField().value).toBe('ask @b');
  expect(document.activeElement).not.toBe(responseField());
  await user.type(responseField(), 'e');
  await waitFor(() => expect(offered()).toHaveLength(2));
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  expect(responseField().value).toBe('ask @be\n');
});

it('mutes a record, and says where that fails', async () => {
  const answers = server().on(WATCH, { body: { isWatching: false } });
  const user = await openQuestion(answers);
  const notify = await screen.findByRole('switch', { name: /^Notify me/, checked: true });
  await user.click(notify);
  expect(notify.getAttribute('aria-checked')).toBe('false');
  expect(answers.callsTo(WATCH).map(({ body }) => body)).toEqual([{ isWatching: false }]);
  answers.on(WATCH, refusal(503, 'Busy'));
  await user.click(notify);
  expect(await findToast('Could not change your notifications')).toMatchObject({ destructive: true });
  expect(notify.getAttribute('aria-checked')).toBe('false');
});

it('mutes a record in the order of the presses', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const answers = server().on(WATCH, async ({ body }) => {
    if (!(body as { isWatching: boolean }).isWatching) await held;
    return { body };
  });
  const user = await openQuestion(answers);
  const notify = await screen.findByRole('switch', { name: /^Notify me/, checked: true });
  await user.click(notify);
  await user.click(notify);
  expect(notify.getAttribute('aria-checked')).toBe('true');
  expect(answers.callsTo(WATCH)).toHaveLength(1);
  release();
  await waitFor(() =>
    expect(answers.callsTo(WATCH).map(({ body }) => body)).toEqual([{ isWatching: false }, { isWatching: true }]),
  );
  expect(notify.getAttribute('aria-checked')).toBe('true');
});

it('marks what concerns a record as read while it is looked at, once more with what comes', async () => {
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  const answers = server();
  await openQuestion(answers);
  await waitFor(() => expect(answers.callsTo(READ).at(-1)?.body).toEqual({ kind: 'question', recordId: 7 }));
  await waitFor(() => expect(FakeEventSource.current).toBeTruthy(), { timeout: 5000 });
  const before = answers.callsTo(READ).length;
  hidden.mockReturnValue(true);
  for (const unread of [1, 2]) {
    answers.on('GET /api/notifications/count', { body: { unread } });
    act(() => FakeEventSource.current?.send('notifications'));
    await screen.findByRole('button', { name: `Notifications, ${unread} unread` });
  }
  expect(answers.callsTo(READ)).toHaveLength(before);
  hidden.mockReturnValue(false);
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(() => expect(answers.callsTo(READ)).toHaveLength(before + 1));
  hidden.mockRestore();
});

it('has been seen, too, where very much has changed', async () => {
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  const answers = server();
  await openQuestion(answers);
  await waitFor(() => expect(answers.callsTo(READ).length).toBeGreaterThan(0));
  const before = answers.callsTo(READ).length;
  act(() => publishChanges([]));
  await waitFor(() => expect(answers.callsTo(READ)).toHaveLength(before + 1));
  hidden.mockRestore();
});

it('marks the rows with something new', async () => {
  const answers = server()
    .on('GET /api/customer-questions', { body: [question, buildThread({ id: 8, title: 'Another' })] })
    .on(UNREAD, { body: { ids: [8] } });
  open('/customer-questions', answers);
  const mark = await screen.findByText('New since you opened it');
  expect(mark.closest('article')?.textContent).toContain('Another');
  expect(screen.getAllByText('New since you opened it')).toHaveLength(1);
  const asked = answers.callsTo(UNREAD);
  expect(Object.fromEntries(asked[0]!.query)).toEqual({ kind: 'question', ids: '7,8' });
  // Many changes in a row lead to one request.
  act(() => [1, 2].forEach(() => publishChanges([])));
  await waitFor(() => expect(answers.callsTo(UNREAD)).toHaveLength(asked.length + 1));
});
