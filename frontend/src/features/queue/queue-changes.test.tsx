import { screen, waitFor, within } from '@testing-library/react';
import { buildThread } from '../../../test/builders';
import { change, connected } from '../../../test/live';
import { findToast, open } from '../../../test/open';
import { ITEMS, patches, people, queueItem, queueServer, rows, titles } from '../../../test/queue';
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

it('offers to read the people again where that failed', async () => {
  const fake = queueServer().on('GET /api/users', { status: 500, body: {} });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('c');
  const picker = within(await screen.findByRole('dialog'));
  expect(await picker.findByText('Failed to fetch the people')).toBeTruthy();
  fake.on('GET /api/users', { body: people });
  await user.click(picker.getByRole('button', { name: 'Retry' }));
  expect(await picker.findByRole('option', { name: /Ben Okafor/ })).toBeTruthy();
  expect(picker.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('reads the people again for a list to choose from', async () => {
  const fake = queueServer();
  const user = open('/queue', fake);
  await rows();
  const readings = () => fake.callsTo('GET /api/users').length;
  await waitFor(() => expect(readings()).toBeGreaterThan(0));
  const before = readings();
  const start = Date.now();
  const now = jest.spyOn(Date, 'now').mockImplementation(() => start + 6000);
  await user.keyboard('cnadia');
  expect(screen.getByText('Nobody is called that')).toBeTruthy();
  await waitFor(() => expect(readings()).toBe(before + 1));
  now.mockRestore();
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

it('puts off by a digit, and the next takes its place', async () => {
  const fake = queueServer();
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('h');
  expect(await screen.findByRole('dialog', { name: 'Snooze until' })).toBeTruthy();
  await user.keyboard('2');
  await waitFor(async () => expect(await titles()).toEqual(['Second', 'Third']));
  const { snoozedUntil } = patches(fake)[0] as { snoozedUntil: string };
  expect(new Date(snoozedUntil).getHours()).toBe(8);
});

it('leaves the keys of the browser alone while it asks until when', async () => {
  const fake = queueServer();
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('h');
  await screen.findByRole('dialog', { name: 'Snooze until' });
  await user.keyboard('{Control>}2{/Control}{Meta>}2{/Meta}{Alt>}2{/Alt}');
  expect(screen.getByRole('dialog', { name: 'Snooze until' })).toBeTruthy();
  expect(patches(fake)).toEqual([]);
});

it('puts off the row that the picker was opened for, though a colleague resolves it before the choice', async () => {
  const fake = queueServer();
  const user = open('/queue', fake);
  await rows();
  const source = await connected();
  await user.keyboard('h');
  await screen.findByRole('dialog', { name: 'Snooze until' });
  fake.on('GET /api/queue/question/1', { body: queueItem({ status: 'resolved' }) });
  source.send('change', change({ kind: 'question', recordId: 1 }));
  await waitFor(async () => expect(await titles()).toEqual(['Second', 'Third']));
  await user.keyboard('2');
  await waitFor(() => expect(patches(fake)).toHaveLength(1));
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

it('shows a row again where the server refuses it', async () => {
  const fake = queueServer().on('PATCH /api/customer-questions/1', { status: 500, body: '' });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('d');
  expect(await findToast('An error occurred')).toEqual({ title: 'Error', destructive: true });
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

/** A queue with two tags that its first question can get; it knows what the question has. */
function taggingServer(): FakeServer {
  const fake = queueServer().on('GET /api/tags', {
    body: ['Delivery', 'Damage'].map((name, at) => ({ id: 3 + at, name, color: 'blue', group: null })),
  });
  let tagIds: number[] = [];
  const answer = (now: number[]) => {
    tagIds = now;
    fake.on('GET /api/queue', { body: [queueItem({ tagIds }), ...ITEMS.slice(1)] });
    return { body: { tagIds } };
  };
  for (const id of [3, 4, 5]) {
    fake.on(`PUT /api/question/1/tags/${id}`, () => answer([...tagIds, id]));
    fake.on(`DELETE /api/question/1/tags/${id}`, () => answer(tagIds.filter((one) => one !== id)));
  }
  return fake;
}
const tagChanges = (fake: FakeServer) =>
  fake.calls.filter(({ path }) => path.includes('/1/tags/')).map(({ method, path }) => `${method} ${path.slice(-1)}`);
const chosenTags = () => screen.queryAllByRole('option', { name: /, chosen$/ }).map((one) => one.textContent);

it('tags with several by Shift, with which the picker stays open', async () => {
  const fake = taggingServer();
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('tdeliv{Shift>}{Enter}{/Shift}dam{Shift>}{Enter}{/Shift}');
  await findToast('Tagged “Delivery”. Tagged “Damage”');
  expect(chosenTags()).toEqual(['✓Delivery, chosen', '✓Damage, chosen']);
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('tdeliv{Enter}');
  await findToast('Tag “Delivery” removed');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(tagChanges(fake)).toEqual(['PUT 3', 'PUT 4', 'DELETE 3']);
});

it('undoes by z all tags that were chosen in one opening, and no others', async () => {
  const fake = taggingServer();
  for (const id of [3, 4]) {
    const headers = { 'x-request-id': `tagged-${id}` };
    fake.on(`PUT /api/question/1/tags/${id}`, { body: { tagIds: [] }, headers });
    fake.on(`POST /api/change-sets/tagged-${id}/revert`, { body: { changeSet: null, changes: [] } });
  }
  const reverted = () => fake.calls.filter(({ path }) => path.endsWith('/revert')).map(({ path }) => path.at(-8));
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('tdam{Shift>}{Enter}{/Shift}deliv{Enter}');
  await findToast('Tagged “Damage”. Tagged “Delivery”');
  await user.keyboard('z');
  await waitFor(() => expect(reverted()).toEqual(['3', '4']));
  await user.keyboard('tdeliv{Enter}');
  await findToast('Tagged “Delivery”');
  await user.keyboard('z');
  await waitFor(() => expect(reverted()).toEqual(['3', '4', '3']));
});

it('tags with several by the mouse, and checks what the thread has by now', async () => {
  const fake = taggingServer();
  fake.on('PUT /api/question/1/tags/4', { status: 409, body: { message: 'Too many tags' } });
  fake.on('POST /api/tags', { status: 201, body: { id: 5, name: 'Refund', color: 'red', group: null } });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('t');
  await user.click(await screen.findByRole('option', { name: 'Damage' }));
  await findToast('Too many tags');
  expect(chosenTags()).toEqual([]);
  await user.click(screen.getByRole('option', { name: 'Delivery' }));
  await waitFor(() => expect(chosenTags()).toEqual(['✓Delivery, chosen']));
  fake.on('GET /api/tags', {
    body: ['Delivery', 'Damage', 'Refund'].map((name, at) => ({ id: 3 + at, name, color: 'blue', group: null })),
  });
  await user.keyboard('Refund{Shift>}{Enter}{/Shift}');
  await findToast('Tagged “Delivery”. Tagged “Refund”');
  expect(chosenTags()).toEqual(['✓Delivery, chosen', '✓Refund, chosen']);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('tags with one that is there, and with a new one', async () => {
  const fake = queueServer();
  fake
    .on('PUT /api/question/1/tags/3', () => {
      fake.on('GET /api/queue', { body: [queueItem({ tagIds: [3] })] });
      return { body: { tagIds: [3] } };
    })
    .on('POST /api/tags', { status: 201, body: { id: 4, name: 'Refund', color: 'red', group: null } })
    .on('PUT /api/question/1/tags/4', { body: { tagIds: [3, 4] } });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('tdeliv{Enter}');
  await findToast('Tagged “Delivery”');
  expect(within((await rows())[0]!).getByText('Delivery')).toBeTruthy();
  await user.keyboard('tRefund{Enter}');
  await findToast('Tagged “Refund”');
  expect(fake.callsTo('POST /api/tags').map(({ body }) => body)).toEqual([{ name: 'Refund', color: 'red' }]);
});
