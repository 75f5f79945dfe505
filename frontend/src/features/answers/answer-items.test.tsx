import { screen, waitFor, within } from '@testing-library/react';
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
import { buildProduct, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';

it('answers the chosen items and resolves them, and offers to undo it', async () => {
  const from = server().on(`POST /api/change-sets/${CHANGE_SET}/revert`, { body: { changeSet: null, changes: [] } });
  const user = await openPanel(from);
  await user.click(screen.getByRole('checkbox', { name: 'It broke' }));
  await user.click(screen.getByRole('button', { name: 'Answer 1 item' }));
  await findToast('1 item answered and resolved.');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Answer open items' }));
  expect(from.callsTo(ANSWER).at(-1)?.body).toEqual({
    items: [{ kind: 'problem', id: 1 }],
    status: 'resolved',
    text: TEXT,
  });
  await user.click(within(screen.getByRole('region', { name: 'Notification' })).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(from.callsTo(`POST /api/change-sets/${CHANGE_SET}/revert`)).toHaveLength(1));
});

it('sends what is tried again after a lost answer under the same key, and what is new under another', async () => {
  const from = server();
  const user = await openPanel(from);
  const keys = () => from.callsTo(ANSWER).map(({ headers }) => headers.get('Idempotency-Key'));
  for (const [before, status] of [502, 429, 502].entries()) {
    from.on(ANSWER, { status, body: '' });
    await user.click(await screen.findByRole('button', { name: 'Answer 2 items' }));
    await waitFor(() => expect(keys()).toHaveLength(before + 1));
  }
  await user.click(screen.getByRole('checkbox', { name: 'It broke' }));
  await user.click(await screen.findByRole('button', { name: 'Answer 1 item' }));
  await waitFor(() => expect(keys()).toHaveLength(4));
  const [first, second, third, fourth] = keys();
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
});

it('offers kinds that have no target, and leaves snoozed items out', async () => {
  const from = server().on('GET /api/queue/settings', { body: { targets: [] } });
  await openPanel(from);
  expect(screen.getByRole('option', { name: 'Problems' })).toBeTruthy();
  expect(from.callsTo(QUEUE).at(-1)?.query.get('snoozed')).toBe('false');
});

it('narrows the items by the words of a list, and can leave their status', async () => {
  const from = server();
  const user = await openPanel(from);
  expect(from.callsTo(QUEUE).at(-1)?.query.get('product')).toBe('5');
  await screen.findByRole('option', { name: 'Recall' });
  await user.selectOptions(screen.getByLabelText('Tag'), 'Recall');
  await user.selectOptions(screen.getByLabelText('Status of the items'), 'and leave their status');
  await user.click(await screen.findByRole('button', { name: 'Answer 2 items' }));
  await findToast('1 item answered.');
  expect(Object.fromEntries(from.callsTo(QUEUE).at(-1)?.query ?? [])).toMatchObject({
    product: '5',
    tag: '3',
    waiting: 'true',
  });
  expect(from.callsTo(ANSWER).at(-1)?.body).toEqual({
    items: [
      { kind: 'problem', id: 1 },
      { kind: 'problem', id: 2 },
    ],
    text: TEXT,
  });
});

it.each([
  ['suggested', '5'],
  ['linked', '5,6'],
])('begins with what is about the products of the update; another is %s', async (state, products) => {
  const links = [5, 6].map((id) => ({
    product: buildProduct({ id, sku: `PART-${id}`, name: `Part ${id}` }),
    source: 'code',
    state: id === 5 ? 'linked' : state,
  }));
  const from = server().on('GET /api/updates/7/products', { body: links });
  const user = await openPanel(from);
  expect(from.callsTo(QUEUE).at(-1)?.query.get('product')).toBe(products);
  await user.selectOptions(screen.getByLabelText('Product'), 'PART-5 · Part 5');
  await waitFor(() => expect(from.callsTo(QUEUE).at(-1)?.query.get('product')).toBe('5'));
});

it('chooses nothing by itself where nothing says what the update is about', async () => {
  const from = server().on('GET /api/updates/7/products', { body: [] }).on(QUEUE, { body: many });
  const user = await openPanel(from);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Answer 0 items' }).disabled).toBe(true);
  expect(screen.getByText(/To answer more at once, choose a product or a tag/)).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'It squeals' }));
  await user.click(screen.getByRole('button', { name: 'Answer 1 item' }));
  await findToast('1 item answered and resolved.');
  expect(from.callsTo(ANSWER).at(-1)?.body).toEqual({
    items: [{ kind: 'problem', id: 1 }],
    status: 'resolved',
    text: TEXT,
  });
});

it('chooses all that are shown, and none of them', async () => {
  const user = await openPanel(server().on('GET /api/updates/7/products', { body: [] }));
  await user.click(screen.getByRole('checkbox', { name: 'It broke' }));
  await user.click(screen.getByRole('button', { name: 'Choose all 2' }));
  expect(screen.getAllByRole('checkbox', { checked: true, name: /^It/ })).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Choose none' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Answer 0 items' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Choose all 2' }));
  expect(screen.getByRole('button', { name: 'Answer 2 items' })).toBeTruthy();
});

it('answers all that a filter holds where they are too many to be shown, and says how many', async () => {
  const from = server()
    .on(QUEUE, { body: many })
    .on(ANSWER, { body: { changeSet: CHANGE_SET, answered: 4900, skipped: 0 } });
  const user = await openPanel(from);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'It squeals' }).disabled).toBe(true);
  await answerMany(user, 'Answer 4900 items');
  await findToast('4900 items answered and resolved.');
  const sent = from.callsTo(ANSWER).filter(({ query }) => !query.has('dryRun'));
  expect(sent.map(({ body, query }) => [body, query.get('waiting'), query.get('product')])).toEqual([
    [{ status: 'resolved', text: TEXT }, 'true', '5'],
  ]);
  // What is left can be left out again, and what has come since is not chosen.
  const events = await connected();
  from.on(QUEUE, { body: [item(1, 'It squeals'), item(500, 'It leaks')] });
  events.send('change', change({ kind: 'problem', recordId: 500, operation: 'insert' }));
  await user.click(await screen.findByRole('checkbox', { name: 'It leaks', checked: false }));
  await user.click(screen.getByRole('checkbox', { name: 'It squeals' }));
  // It stays so when they are too many again.
  from.on(QUEUE, { body: [item(500, 'It leaks'), ...many] }).on(ANSWER, refusal(404, 'No'));
  await user.click(await screen.findByRole('button', { name: 'Answer 1 item' }));
  await screen.findByText(/The first 100 are shown/);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'It squeals' }).checked).toBe(false);
});

it('says why there is nothing to answer', async () => {
  const user = open('/updates/7', server().on(QUEUE, { body: [] }));
  await user.click(await screen.findByRole('button', { name: 'Answer open items' }));
  expect(await screen.findByText(/^No open item waits for a response/)).toBeTruthy();
  expect(screen.getAllByRole<HTMLButtonElement>('button', { name: 'Answer 0 items' })[0]?.disabled).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: 'Waiting for a response' }));
  expect(await screen.findByText('No open items fit the choice.')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Product'), 'Any product');
  expect(await screen.findByText('No open items')).toBeTruthy();
});

it('asks for all that is open where the update is about more products than can be asked for at once', async () => {
  const links = Array.from({ length: 201 }, (_, index) => ({
    product: buildProduct({ id: index + 1, sku: `PART-${index}`, name: 'Part' }),
    source: 'person',
    state: 'linked',
  }));
  const from = server().on('GET /api/updates/7/products', { body: links });
  await openPanel(from);
  expect(from.callsTo(QUEUE).at(-1)?.query.get('product')).toBeNull();
});

it('keeps the filter where the items could not be read', async () => {
  const from = server();
  const user = await openPanel(from);
  from.on(QUEUE, refusal(400, 'No'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Problems');
  expect(await screen.findByText(/Could not read the open items/)).toBeTruthy();
  from.on(QUEUE, { body: [item(3, 'It bends')] });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'All kinds');
  expect(await screen.findByRole('checkbox', { name: 'It squeals' })).toBeTruthy();
});

it('says why it cannot answer all that a filter holds, and reads how many again', async () => {
  const from = server().on(QUEUE, { body: many }).on(ANSWER, refusal(400, 'An update answers at most 10000 items'));
  const user = await openPanel(from);
  expect((await screen.findByRole('alert')).textContent).toContain('An update answers at most 10000 items');
  from.on(ANSWER, { body: { changeSet: CHANGE_SET, answered: 4900, skipped: 0 } });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Answer 4900 items' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('chooses nothing by itself for a kind alone', async () => {
  const from = server().on('GET /api/updates/7/products', { body: [] });
  const user = await openPanel(from);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Problems');
  await waitFor(() => expect(from.callsTo(QUEUE).at(-1)?.query.get('kind')).toBe('problem'));
  expect(await screen.findByRole('checkbox', { name: 'It squeals', checked: false })).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Answer 0 items' }).disabled).toBe(true);
});

it.each([9, 10])('asks before it answers ten items or more: %s', async (count) => {
  const from = server().on(QUEUE, { body: many.slice(0, count) });
  const user = await openPanel(from);
  const name = `Answer ${count} items`;
  const sent = () => from.callsTo(ANSWER).length;
  await user.click(screen.getByRole('button', { name }));
  if (count < 10) return waitFor(() => expect(sent()).toBe(1));
  const dialog = await screen.findByRole('dialog', { name: 'Answer 10 items and resolve them?' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toBe(0);
  await answerMany(user, name);
  return waitFor(() => expect(sent()).toBe(1));
});
