import { screen, waitFor } from '@testing-library/react';
import { buildProblem, buildThread } from '../../../test/builders';
import { change } from '../../../test/live';
import { findToast, open } from '../../../test/open';
import { ITEMS, patches, queueItem, queueServer, rows, titles } from '../../../test/queue';
import type { Answer, FakeServer } from '../../../test/server';
import type { QueueItem } from '../../components/thread/queue/queue-api';

it('takes, and gives to a colleague', async () => {
  const fake = queueServer();
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('a');
  expect(await screen.findByRole('img', { name: 'Anna Keller' })).toBeTruthy();
  await findToast('It is yours');
  await user.keyboard('cben{Enter}');
  await findToast('Assigned to Ben Okafor');
  expect(patches(fake)).toEqual([{ assigneeId: 1 }, { assigneeId: 2 }]);
});

it('goes on to the next where what one changes takes a row off the list', async () => {
  const fake = queueServer()
    .on('PATCH /api/customer-questions/1', () => {
      fake.on('GET /api/queue', { body: ITEMS.slice(1) });
      return { body: buildThread({ assigneeId: 1 }) };
    })
    .on('PATCH /api/problems/1', { body: buildProblem({ id: 1, assigneeId: 1 }) });
  const user = open('/queue?assignee=none', fake);
  await rows();
  await user.keyboard('jk');
  await user.keyboard('a');
  await waitFor(async () => expect(await titles()).toEqual(['Second', 'Third']));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Second'));
  await user.keyboard('a');
  await waitFor(() => expect(fake.callsTo('PATCH /api/problems/1')).toHaveLength(1));
});

it('names what was resolved, which is not in the list any longer', async () => {
  const user = open('/queue', queueServer());
  await rows();
  await user.keyboard('d');
  await findToast('“First” resolved');
  await waitFor(async () => expect(await titles()).not.toContain('First'));
});

it('chooses again what comes back by an undo', async () => {
  const revert = 'POST /api/change-sets/resolved/revert';
  const fake = queueServer();
  fake
    .on('PATCH /api/customer-questions/1', async () => {
      fake.on('GET /api/queue', { body: ITEMS.slice(1) });
      // Drawn before it is answered, as in a browser.
      await waitFor(async () => expect(await titles()).not.toContain('First'));
      return { body: buildThread({ status: 'resolved' }), headers: { 'x-request-id': 'resolved' } };
    })
    .on(revert, () => {
      fake.on('GET /api/queue', { body: ITEMS });
      return { body: { changeSet: null, changes: [change({ kind: 'question', recordId: 1 })] } };
    });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('jk');
  await user.keyboard('d');
  await findToast('“First” resolved');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Second'));
  await user.keyboard('z');
  await waitFor(async () => expect(await titles()).toContain('First'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('First'));
});

it('takes back by each z one step more', async () => {
  const fake = queueServer();
  const reverted: string[] = [];
  ITEMS.forEach(({ kind, id }, at) => {
    const route = kind === 'question' ? `PATCH /api/customer-questions/${id}` : `PATCH /api/problems/${id}`;
    fake.on(route, () => {
      fake.on('GET /api/queue', { body: ITEMS.slice(at + 1) });
      return { body: { id, status: 'resolved' }, headers: { 'x-request-id': `set-${at}` } };
    });
    fake.on(`POST /api/change-sets/set-${at}/revert`, () => {
      reverted.push(ITEMS[at]!.title);
      return { body: { changeSet: `back-${at}`, changes: [change({ kind, recordId: id, operation: 'update' })] } };
    });
  });
  const user = open('/queue', fake);
  await rows();
  for (const { title } of ITEMS) {
    await user.keyboard('d');
    await findToast(`“${title}” resolved`);
  }
  await user.keyboard('zz');
  await findToast('Change to “Second” undone');
  await user.keyboard('zz');
  await findToast('Change to “First” undone');
  expect(reverted).toEqual(['Third', 'Second', 'First']);
});

it.each([
  ['taken', 'a', 'It is yours, Ben Okafor had it'],
  ['given to nobody', 'cnobody{Enter}', 'Nobody has it now, Ben Okafor had it'],
])('says who had what is %s', async (_what, keys, said) => {
  const fake = queueServer([queueItem({ assigneeId: 2 })]);
  const user = open('/queue', fake);
  expect(await screen.findByRole('img', { name: 'Ben Okafor' })).toBeTruthy();
  await user.keyboard(keys);
  await findToast(said);
});

/** A server on which a colleague has changed the first question: it takes a change only with the current version. */
function withVersions(fake: FakeServer, changedByColleague: Partial<QueueItem>): FakeServer {
  let current = { ...buildThread(), ...changedByColleague };
  let version = 2;
  return fake.on('PATCH /api/customer-questions/1', ({ body, headers }) => {
    const etag = () => ({ etag: `"${version}"` });
    if (headers.get('If-Match') !== `"${version}"`)
      return { status: 412, body: { message: 'The record has changed', current }, headers: etag() };
    current = { ...current, ...(body as object) };
    version++;
    fake.on('GET /api/queue', { body: [queueItem({ assigneeId: current.assigneeId })] });
    return { body: current, headers: etag() };
  });
}

it('does not take what a colleague has taken since, until it is asked once more', async () => {
  const fake = withVersions(queueServer(), { assigneeId: 2 });
  const user = open('/queue', fake);
  await rows();
  // The people are read at the same time as the rows.
  await waitFor(() => expect(fake.callsTo('GET /api/users').length).toBeGreaterThan(0));
  fake.on('GET /api/queue', { body: [queueItem({ assigneeId: 2 })] });
  await user.keyboard('a');
  expect(await findToast('Ben Okafor has it already. Choose again to override.')).toEqual({
    title: 'Not changed',
    destructive: true,
  });
  expect(await screen.findByRole('img', { name: 'Ben Okafor' })).toBeTruthy();
  expect(patches(fake)).toEqual([{ assigneeId: 1 }]);
  await user.keyboard('a');
  expect(await screen.findByRole('img', { name: 'Anna Keller' })).toBeTruthy();
  await findToast('It is yours, Ben Okafor had it');
});

it.each([
  ['resolve', 'd', { status: 'in_progress' }, 'A colleague set it to In Progress.'],
  ['put off', 'h2', { snoozedUntil: '2099-01-01T07:00:00.000Z' }, 'A colleague has put it off already.'],
] as const)('does not %s what a colleague has changed in the same way since', async (_what, keys, theirs, said) => {
  const fake = withVersions(queueServer(), theirs);
  const user = open('/queue', fake);
  await rows();
  await user.keyboard(keys);
  expect(await findToast(`${said} Choose again to override.`)).toEqual({ title: 'Not changed', destructive: true });
  expect(patches(fake)).toHaveLength(1);
});

it('takes what has changed since in another way', async () => {
  const fake = withVersions(queueServer(), { title: 'Another title' });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('a');
  await findToast('It is yours');
  expect(screen.getByRole('img', { name: 'Anna Keller' })).toBeTruthy();
});

it('keeps a row away that a reading begun before would bring back', async () => {
  const fake = queueServer();
  const user = open('/queue', fake);
  await rows();
  // The reading after the first change is still on its way when the row is put off.
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const old = { body: ITEMS };
  let isSnoozed = false;
  const begun = jest.fn();
  fake.on('GET /api/queue', async () => {
    if (isSnoozed) return { body: ITEMS.slice(1) };
    begun();
    await held;
    return old;
  });
  let save: () => void = () => undefined;
  const saved = new Promise<void>((resolve) => (save = resolve));
  fake.on('PATCH /api/customer-questions/1', async ({ body }) => {
    if ('snoozedUntil' in (body as object)) {
      await saved;
      isSnoozed = true;
    }
    return { body: { ...buildThread(), ...(body as object) } };
  });
  await user.keyboard('a');
  await waitFor(() => expect(begun).toHaveBeenCalled());
  await user.keyboard('h');
  await screen.findByRole('dialog', { name: 'Snooze until' });
  await user.keyboard('2');
  await waitFor(async () => expect(await titles()).toEqual(['Second', 'Third']));
  answer();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await titles()).toEqual(['Second', 'Third']);
  const { length } = fake.callsTo('GET /api/queue');
  save();
  await waitFor(() => expect(fake.callsTo('GET /api/queue').length).toBeGreaterThan(length));
  expect(await titles()).toEqual(['Second', 'Third']);
});

it.each<[string, () => Answer | Promise<Answer>, string]>([
  ['the server refuses it', () => ({ status: 500, body: '' }), 'An error occurred'],
  ['no answer comes', () => Promise.reject(new TypeError('Failed to fetch')), 'The server could not be reached.'],
])('shows a row again where %s, and names it', async (_why, answer, said) => {
  const fake = queueServer().on('PATCH /api/customer-questions/1', answer);
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('d');
  expect(await findToast(`“First”: ${said}`)).toEqual({ title: 'Error', destructive: true });
  expect(await titles()).toEqual(['First', 'Second', 'Third']);
});

it.each([
  ['different fields', ['a', 'd']],
  ['the same field', ['a', 'cben{Enter}']],
  ['tags', ['tdeliv{Enter}', 'trefund{Enter}']],
])('shows a row as it was where two quick changes of %s are refused', async (_what, keys) => {
  const tags = ['Delivery', 'Refund'].map((name, index) => ({ id: index + 3, name, color: 'blue', group: null }));
  const fake = queueServer().on('GET /api/tags', { body: tags });
  const answers: (() => void)[] = [];
  const refuse = () => new Promise<Answer>((resolve) => answers.push(() => resolve({ status: 500, body: '' })));
  for (const route of ['PATCH /api/customer-questions/1', 'PUT /api/question/1/tags/3', 'PUT /api/question/1/tags/4'])
    fake.on(route, refuse);
  const user = open('/queue', fake);
  await waitFor(() => expect(document.querySelector('.waiting-late')).toBeTruthy());
  const before = (await rows())[0]!.innerHTML;
  // Nothing can be read again either.
  fake.on('GET /api/queue', { status: 500, body: '' });
  for (const [index, typed] of keys.entries()) {
    await user.keyboard(typed);
    await waitFor(() => expect(answers).toHaveLength(index + 1));
  }
  const failed = fake.callsTo('GET /api/queue').length;
  answers[0]!();
  await new Promise((resolve) => setTimeout(resolve, 50));
  answers[1]!();
  await waitFor(() => expect(fake.callsTo('GET /api/queue').length).toBeGreaterThan(failed));
  await waitFor(async () => expect((await rows())[0]!.innerHTML).toBe(before));
});
