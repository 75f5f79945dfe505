import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { findToast } from '../../../test/open';
import { refusal, stale, versioned } from '../../../test/server';
import {
  API,
  changeByColleague,
  openQuestion,
  openWith,
  question,
  questionServer as server,
} from '../../../test/thread-question';
import { chooseStatus, responseField, shownStatus } from '../../../test/thread-screen';
import { publishChanges } from '../live/change-bus';

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

it('takes back a response by its first request, where its answer was lost and it was sent again', async () => {
  const revert = 'POST /api/change-sets/first/revert';
  const answers = server()
    .on(`POST ${API}/responses`, {
      status: 201,
      body: { id: 4, response: 'Thanks', createdById: 1 },
      headers: { 'x-request-id': 'second', 'x-original-request-id': 'first' },
    })
    .on(revert, { body: { changeSet: null, changes: [] } });
  const user = await openQuestion(answers);
  await user.type(responseField(), 'Thanks');
  await user.click(screen.getByRole('button', { name: 'Add Response' }));
  await findToast('Response added successfully');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await findToast('Already undone');
  expect(answers.callsTo(revert)).toHaveLength(1);
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
  await user.click(screen.getByRole('button', { name: 'Redo' }));
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

it('takes back one step by each z, and does again by the button alone', async () => {
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
  const { title } = question;
  await user.keyboard('a');
  await findToast('It is yours');
  await user.keyboard('z');
  await findToast(`Change to “${title}” undone`);
  await user.keyboard('z');
  await user.click(screen.getByRole('button', { name: 'Redo' }));
  await findToast(`Change to “${title}” made again`);
  await user.keyboard('zz');
  await findToast(`Change to “${title}” undone`);
  const reverts = answers.calls.filter(({ path }) => path.endsWith('/revert'));
  expect(reverts.map(({ path }) => path.split('/').at(-2))).toEqual(['taken', 'given-back', 'taken-again']);
});

it('says in the box and in the message that no answer came', async () => {
  const answers = server().on(`POST ${API}/responses`, () => Promise.reject(new TypeError('Failed to fetch')));
  const user = await openQuestion(answers);
  await user.type(responseField(), 'Thanks');
  await user.click(screen.getByRole('button', { name: 'Add Response' }));
  await findToast('The server could not be reached.');
  expect(screen.getByText('The server could not be reached. What you typed is kept.')).toBeTruthy();
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
