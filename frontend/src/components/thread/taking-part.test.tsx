import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { buildThread } from '../../../test/builders';
import { FakeEventSource } from '../../../test/browser';
import { fakeServer, findToast, open } from '../../../test/open';
import { refusal, stale, versioned, type FakeServer } from '../../../test/server';
import { chooseStatus, responseField, shownStatus } from '../../../test/thread-screen';
import { publishChanges } from '../live/change-bus';
import type { ThreadStatus } from './thread-status';

const API = '/api/customer-questions/7';
const READ = 'POST /api/notifications/read';
const UNREAD = 'GET /api/notifications/records';
const WATCH = `PUT ${API}/watch`;
const people = [
  { id: 1, email: 'anna@example.com', name: 'Anna Keller', deactivatedAt: null, deactivatedById: null },
  { id: 2, email: 'ben@example.com', name: 'Ben Okafor', deactivatedAt: null, deactivatedById: null },
  { id: 3, email: 'ben.two@example.com', name: null, deactivatedAt: null, deactivatedById: null },
  { id: 4, email: 'gone@example.com', name: 'Ben Gone', deactivatedAt: '2026-03-04T05:06:07Z', deactivatedById: 1 },
];
const question = buildThread({ id: 7, description: 'Ask @ben okafor or x@ben.' });

const server = () =>
  fakeServer()
    .on('GET /api/users', { body: people })
    .on(`GET ${API}`, versioned(1, question))
    .on(`GET ${API}/responses`, { body: [] })
    .on(`GET ${API}/watch`, { body: { isWatching: true } })
    .on('GET /api/customer-questions', { body: [question] })
    .on(READ, { body: { unread: 0 } });

async function openQuestion(answers: FakeServer): Promise<UserEvent> {
  const user = open('/customer-questions/7', answers);
  await screen.findByRole('heading', { name: 'New Response' });
  return user;
}

/** The question with a status that changes with each choice; a colleague changes it, too. */
let changeByColleague: (status: ThreadStatus) => void;
async function openWith(status: ThreadStatus): Promise<UserEvent> {
  let version = 1;
  const answers = server();
  const set = (next: ThreadStatus) => {
    status = next;
    version += 1;
    answers.on(`GET ${API}`, current());
    return current();
  };
  const current = () => versioned(version, { ...question, status });
  answers
    .on(`GET ${API}`, current())
    .on(`PATCH ${API}/status`, async ({ body }) => {
      // As over a network: the choice is drawn before it is answered.
      await new Promise((resolve) => setTimeout(resolve, 50));
      return set((body as { status: ThreadStatus }).status);
    })
    .on(`POST ${API}/responses`, { status: 201, body: { id: 4, response: 'Thanks', createdById: 1 } });
  const ofQuestion = { kind: 'question', recordId: 7, subjectKind: 'question', subjectId: 7 };
  changeByColleague = (next) => {
    set(next);
    act(() =>
      publishChanges([
        {
          ...ofQuestion,
          operation: 'update',
          version,
          userId: 2,
          userEmail: 'ben@example.com',
          at: '2026-03-04T05:06:07Z',
          changeSet: 'b',
          cursor: `c${version}`,
          tokenName: null,
        },
      ]),
    );
  };
  return openQuestion(answers);
}
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

it('keeps the box while the responses are read again after a failure', async () => {
  const answers = server().on(`GET ${API}/responses`, { status: 500, body: '' });
  const user = await openQuestion(answers);
  const failed = (await screen.findByText('Failed to fetch responses')).closest<HTMLElement>('[role=alert]');
  const box = responseField();
  await user.type(box, 'Half');
  const asked = answers.callsTo(`GET ${API}/responses`).length;
  answers.on(`GET ${API}/responses`, () => new Promise(() => undefined));
  await user.click(within(failed!).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(answers.callsTo(`GET ${API}/responses`)).toHaveLength(asked + 1));
  await waitFor(() => expect(screen.queryByText('Failed to fetch responses')).toBeNull());
  expect(responseField()).toBe(box);
  expect(box.value).toBe('Half');
});

it('takes no response for a new one that could not be read at first', async () => {
  const answers = server().on(`GET ${API}/responses`, { status: 500, body: '' });
  const user = await openQuestion(answers);
  const failed = (await screen.findByText('Failed to fetch responses')).closest<HTMLElement>('[role=alert]');
  const old = { id: 4, response: 'Last week', createdById: 2, createdAt: '2026-03-04T05:06:07Z' };
  answers.on(`GET ${API}/responses`, { body: [old] });
  await user.click(within(failed!).getByRole('button', { name: 'Retry' }));
  await screen.findByText('Last week');
  expect(screen.queryByText(/added a response/)).toBeNull();
});

it.each([
  ['staff', 'Ben Okafor added a response'],
  ['customer', 'Ben Okafor added what the customer wrote'],
  ['note', 'Ben Okafor added a note'],
])('says at the box that a colleague added a response of the kind %s', async (kind, text) => {
  const answers = server();
  await openQuestion(answers);
  const added = { id: 4, response: 'New', kind, createdById: 2, createdAt: '2026-03-04T05:06:07Z' };
  answers.on(`GET ${API}/responses`, { body: [added] });
  act(() => publishChanges([]));
  expect(await screen.findByText(text)).toBeTruthy();
});

it('says at the box that a colleague set another status, until one sets it or answers', async () => {
  const user = await openWith('open');
  changeByColleague('resolved');
  expect(await screen.findByText('The status is Resolved now')).toBeTruthy();
  await chooseStatus(user, 'In Progress');
  await findToast('Status updated successfully');
  expect(screen.queryByText(/The status is/)).toBeNull();
  changeByColleague('resolved');
  expect(await screen.findByText('The status is Resolved now')).toBeTruthy();
  await user.type(responseField(), 'Thanks');
  await user.click(screen.getByRole('button', { name: 'Add Response' }));
  await waitFor(() => expect(screen.queryByText(/The status is/)).toBeNull());
});

it('says nothing at the box of a status that one sets oneself, also with a response', async () => {
  const user = await openWith('open');
  await chooseStatus(user, 'In Progress');
  await findToast('Status updated successfully');
  await user.type(responseField(), 'Thanks');
  await user.click(screen.getByRole('button', { name: 'Add and resolve' }));
  await findToast('Response added and resolved');
  expect(shownStatus()).toContain('Resolved');
  expect(screen.queryByText(/The status is/)).toBeNull();
});

it('resolves again what the customer has reopened by the response that is added', async () => {
  const resolved = { ...question, status: 'resolved' as const };
  const PATCH = `PATCH ${API}/status`;
  const answers = server()
    .on(`GET ${API}`, versioned(1, resolved))
    .on(`POST ${API}/responses`, { status: 201, body: { id: 4, response: 'Thanks', kind: 'customer', createdById: 1 } })
    .on(PATCH, ({ headers }) =>
      headers.get('if-match') === '"2"' ? versioned(3, resolved) : stale(2, { ...question, status: 'open' }),
    );
  const user = await openQuestion(answers);
  await user.click(await screen.findByText('From the customer'));
  await user.type(responseField(), 'Thanks');
  await user.click(screen.getByRole('button', { name: 'Add and resolve' }));
  await findToast('Response added and resolved');
  expect(answers.callsTo(PATCH)).toHaveLength(2);
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

it('takes back a response that was just added by the button of its message', async () => {
  const set = '9b2e7f04-3c1d-4f6a-8e5b-7d0c9a1b2e3f';
  const added = { id: 4, response: 'Thanks', createdById: 1 };
  const answers = server()
    .on(`POST ${API}/responses`, { status: 201, body: added, headers: { 'x-request-id': set } })
    .on(`POST /api/change-sets/${set}/revert`, { body: { changeSet: null, changes: [] } });
  const user = await openQuestion(answers);
  await user.type(responseField(), 'Thanks');
  await user.click(screen.getByRole('button', { name: 'Add Response' }));
  await findToast('Response added successfully');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await findToast('Already undone');
  expect(answers.callsTo(`POST /api/change-sets/${set}/revert`)).toHaveLength(1);
});

it('takes back a response and what it resolved by one button, and brings both back by the next', async () => {
  const added = { id: 4, response: 'Thanks', createdById: 1 };
  const revert = (changeSet: string) => `POST /api/change-sets/${changeSet}/revert`;
  const reverted = (changeSet: string, operation: string, kind = 'question') => ({
    body: { changeSet, changes: [{ kind, recordId: 7, subjectKind: 'question', subjectId: 7, operation }] },
  });
  const answers = server()
    .on(`POST ${API}/responses`, { status: 201, body: added, headers: { 'x-request-id': 'added' } })
    .on(`PATCH ${API}/status`, {
      body: { ...question, status: 'resolved' },
      headers: { 'x-request-id': 'resolved' },
    })
    .on(revert('resolved'), reverted('reopened', 'update'))
    .on(revert('added'), reverted('removed', 'delete', 'question-response'))
    .on(revert('removed'), reverted('added-again', 'insert', 'question-response'))
    .on(revert('reopened'), reverted('resolved-again', 'update'));
  const user = await openQuestion(answers);
  await user.type(responseField(), 'Thanks');
  await user.click(screen.getByRole('button', { name: 'Add and resolve' }));
  await findToast('Response added and resolved');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await findToast('Change undone');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await findToast('Change made again');
  const reverts = answers.calls.filter(({ path }) => path.endsWith('/revert'));
  expect(reverts.map(({ path }) => path.split('/').at(-2))).toEqual(['resolved', 'added', 'removed', 'reopened']);
});

it('takes back only the response where the question was resolved before', async () => {
  const resolved = { ...question, status: 'resolved' as const };
  const added = { id: 4, response: 'Thanks', createdById: 1 };
  const answers = server()
    .on(`GET ${API}`, versioned(1, resolved))
    .on(`POST ${API}/responses`, { status: 201, body: added, headers: { 'x-request-id': 'added' } })
    .on(`PATCH ${API}/status`, { body: resolved, headers: { etag: '"1"', 'x-request-id': 'nothing' } })
    .on('POST /api/change-sets/added/revert', { body: { changeSet: null, changes: [] } });
  const user = await openQuestion(answers);
  await user.type(responseField(), 'Thanks');
  await user.click(screen.getByRole('button', { name: 'Add and resolve' }));
  await findToast('Response added and resolved');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await findToast('Already undone');
  expect(answers.calls.filter(({ path }) => path.endsWith('/revert'))).toHaveLength(1);
});

it('reads again what was undone where the rest of it cannot be', async () => {
  const added = { id: 4, response: 'Thanks', createdById: 1 };
  const changes = [{ kind: 'question', recordId: 7, subjectKind: 'question', subjectId: 7, operation: 'update' }];
  const answers = server()
    .on(`POST ${API}/responses`, { status: 201, body: added, headers: { 'x-request-id': 'added' } })
    .on(`PATCH ${API}/status`, {
      body: { ...question, status: 'resolved' },
      headers: { etag: '"2"', 'x-request-id': 'resolved' },
    })
    .on('POST /api/change-sets/resolved/revert', { body: { changeSet: 'reopened', changes } })
    .on('POST /api/change-sets/added/revert', refusal(500, 'It failed'));
  const user = await openQuestion(answers);
  await user.type(responseField(), 'Thanks');
  await user.click(screen.getByRole('button', { name: 'Add and resolve' }));
  await findToast('Response added and resolved');
  expect(shownStatus()).toContain('Resolved');
  answers.on(`GET ${API}`, versioned(3, question));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(shownStatus()).toContain('Open'));
});

it('says whether the key z has undone a change or made it again', async () => {
  const revert = (changeSet: string) => `POST /api/change-sets/${changeSet}/revert`;
  const reverted = (changeSet: string) => ({
    body: {
      changeSet,
      changes: [{ kind: 'question', recordId: 7, subjectKind: 'question', subjectId: 7, operation: 'update' }],
    },
  });
  const answers = server()
    .on(`PATCH ${API}`, { body: { ...question, assigneeId: 1 }, headers: { 'x-request-id': 'taken' } })
    .on(revert('taken'), reverted('given-back'))
    .on(revert('given-back'), reverted('taken-again'))
    .on(revert('taken-again'), reverted('given-back-again'));
  const user = await openQuestion(answers);
  await user.keyboard('a');
  await findToast('It is yours');
  for (const said of ['Change undone', 'Change made again', 'Change undone']) {
    await user.keyboard('z');
    await findToast(said);
  }
  expect(answers.callsTo(revert('taken-again'))).toHaveLength(1);
});

it('says that a response takes no photos where one is pasted, and nothing of pasted text', async () => {
  await openQuestion(server());
  const paste = (types: string[]) =>
    fireEvent.paste(responseField(), { clipboardData: { types, files: [new File(['x'], 'photo.png')] } });
  paste(['text/plain', 'text/html', 'Files']);
  expect(screen.queryByText(/Responses have no photos/)).toBeNull();
  paste(['Files']);
  await findToast('Responses have no photos. Nothing was added.');
});

it('begins a note by a key', async () => {
  const add = `POST ${API}/responses`;
  const answers = server().on(add, { status: 201, body: { id: 4, response: 'Please look', createdById: 1 } });
  const user = await openQuestion(answers);
  await user.keyboard('mPlease look{Control>}{Enter}{/Control}');
  await findToast('Response added successfully');
  expect(answers.callsTo(add).map(({ body }) => body)).toEqual([{ response: 'Please look', kind: 'note' }]);
});
