import { screen, waitFor, within } from '@testing-library/react';
import { change, connected } from '../../../test/live';
import { findToast, open } from '../../../test/open';
import { ITEMS, patches, people, queueItem, queueServer, rows, titles } from '../../../test/queue';
import type { FakeServer } from '../../../test/server';

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

it('tags with what is called as typed, not with what comes first', async () => {
  const tags = ['W2 a rather long name of a tag no 12', 'W2 tag 1'].map((name, at) => ({
    id: at + 3,
    name,
    color: 'red',
  }));
  const fake = queueServer().on('GET /api/tags', { body: tags });
  fake.on('PUT /api/question/1/tags/4', { body: { tagIds: [4] } });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('tw2 tag 1{Enter}');
  await findToast('Tagged “W2 tag 1”');
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
  expect(chosenTags()).toEqual(['✓Damage, chosen', '✓Delivery, chosen']);
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

it('undoes the other tags where a colleague had added one already', async () => {
  const fake = taggingServer();
  const revert = (id: number) => `POST /api/change-sets/tagged-${id}/revert`;
  for (const id of [3, 4])
    fake.on(`PUT /api/question/1/tags/${id}`, { body: { tagIds: [] }, headers: { 'x-request-id': `tagged-${id}` } });
  fake.on(revert(3), { status: 404, body: { message: 'There is no such change' } });
  fake.on(revert(4), { body: { changeSet: null, changes: [] } });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('tdam{Shift>}{Enter}{/Shift}deliv{Enter}');
  await findToast('Tagged “Damage”. Tagged “Delivery”');
  await user.keyboard('z');
  await waitFor(() => expect(fake.callsTo(revert(4))).toHaveLength(1));
  await findToast('Already undone');
  await user.keyboard('tdeliv{Enter}');
  await findToast('Tagged “Delivery”');
  await user.keyboard('z');
  await findToast('There is no such change');
});

it('tags with several by the mouse, and checks what the thread has by now', async () => {
  const fake = taggingServer();
  fake.on('PUT /api/question/1/tags/4', { status: 409, body: { message: 'Too many tags' } });
  fake.on('POST /api/tags', { status: 201, body: { id: 5, name: 'Refund', color: 'red', group: null } });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('t');
  await user.click(await screen.findByRole('option', { name: 'Damage' }));
  await findToast('“First”: Too many tags');
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
