import { screen, waitFor, within } from '@testing-library/react';
import { buildProblem, buildThread } from '../../../test/builders';
import { fakeServer, findToast, open } from '../../../test/open';
import type { FakeServer } from '../../../test/server';
import type { QueueItem } from '../../components/thread/queue/queue-api';

const item = (fields: Partial<QueueItem>): QueueItem => ({
  kind: 'question',
  id: 1,
  title: 'First',
  status: 'open',
  createdAt: '2026-03-04T05:06:07.000Z',
  createdById: 1,
  waitingSince: '2026-03-04T05:06:07.000Z',
  responseCount: 0,
  ...fields,
});
const ITEMS = [
  item({}),
  item({ kind: 'problem', id: 1, title: 'Second', waitingSince: new Date().toISOString() }),
  item({ id: 2, title: 'Third', waitingSince: null }),
];
const people = [
  { id: 1, email: 'anna@example.com', name: 'Anna Keller', deactivatedAt: null, deactivatedById: null },
  { id: 2, email: 'ben@example.com', name: 'Ben Okafor', deactivatedAt: null, deactivatedById: null },
];

function server(items = ITEMS): FakeServer {
  const fake = fakeServer()
    .on('GET /api/queue', { body: items })
    .on('GET /api/queue/settings', {
      body: {
        targets: [
          { kind: 'question', hours: 24 },
          { kind: 'problem', hours: 8 },
        ],
      },
    })
    .on('GET /api/tags', { body: [{ id: 3, name: 'Delivery', color: 'blue', group: null }] })
    .on('GET /api/users', { body: people })
    .on('PATCH /api/customer-questions/1', ({ body }) => {
      // The list knows it when it is read again.
      const { status, snoozedUntil } = body as Partial<QueueItem>;
      const isDone = status === 'resolved' || snoozedUntil;
      const kept = items.map((one, index) => (index === 0 ? { ...one, ...(body as object) } : one));
      fake.on('GET /api/queue', { body: isDone ? kept.slice(1) : kept });
      return { body: { ...buildThread(), ...(body as object) } };
    });
  for (const api of ['customer-questions', 'problems'])
    for (const id of [1, 2])
      fake
        .on(`GET /api/${api}/${id}`, { body: buildProblem({ id, title: `Whole ${api} ${id}` }) })
        .on(`GET /api/${api}/${id}/responses`, { body: [] });
  for (const { kind, id } of items) fake.on(`GET /api/queue/${kind}/${id}`, { body: item({ kind, id }) });
  return fake;
}

const rows = async () => within(await screen.findByRole('list', { name: 'Queue' })).getAllByRole('listitem');
const titles = async () => (await rows()).map((row) => within(row).getByRole('link').textContent);
const patches = (fake: FakeServer) => fake.callsTo('PATCH /api/customer-questions/1').map(({ body }) => body);

it('lists all kinds by how long somebody waits, and marks what is late', async () => {
  open('/queue', server());
  expect(await titles()).toEqual(['First', 'Second', 'Third']);
  await waitFor(() =>
    expect([...document.querySelectorAll('.waiting')].map(({ className }) => className)).toEqual([
      'waiting waiting-late',
      'waiting',
    ]),
  );
  expect(screen.getAllByText(/^Late, waiting/)).toHaveLength(1);
});

it('reads what its address asks for', async () => {
  const fake = server();
  open('/queue?assignee=me&tag=3&sort=newest', fake);
  await rows();
  expect(Object.fromEntries(fake.callsTo('GET /api/queue')[0]!.query)).toEqual({
    assignee: 'me',
    tag: '3',
    sort: 'newest',
    limit: '50',
  });
});

it('is gone through by j and k, and opened by Enter', async () => {
  const user = open('/queue', server());
  await rows();
  await user.keyboard('jjk');
  expect(document.activeElement?.textContent).toBe('First');
  await user.keyboard('j{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Whole problems 1' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/queue');
  await user.keyboard('j');
  expect(await screen.findByRole('heading', { level: 1, name: 'Whole customer-questions 2' })).toBeTruthy();
});

it('takes what is typed after r for the answer, before the box is there', async () => {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const fake = server().on('GET /api/customer-questions/1/responses', async () => {
    await held;
    return { body: [] };
  });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('jrdea');
  await screen.findByRole('heading', { level: 1, name: 'Whole customer-questions 1' });
  await user.keyboard('d A');
  expect(screen.queryByLabelText('New Response')).toBeNull();
  answer();
  const box = await screen.findByLabelText<HTMLTextAreaElement>('New Response');
  await waitFor(() => expect(box.value).toBe('dead A'));
  expect(document.activeElement).toBe(box);
  expect(patches(fake)).toEqual([]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Whole customer-questions 1');
});

it('takes, and gives to a colleague', async () => {
  const fake = server();
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('ja');
  expect(await screen.findByRole('img', { name: 'Anna Keller' })).toBeTruthy();
  await findToast('It is yours');
  await user.keyboard('cben{Enter}');
  await findToast('Assigned to Ben Okafor');
  expect(patches(fake)).toEqual([{ assigneeId: 1 }, { assigneeId: 2 }]);
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
    fake.on('GET /api/queue', { body: [item({ assigneeId: current.assigneeId })] });
    return { body: current, headers: etag() };
  });
}

it('does not take what a colleague has taken since, until it is asked once more', async () => {
  const fake = withVersions(server(), { assigneeId: 2 });
  const user = open('/queue', fake);
  await rows();
  fake.on('GET /api/queue', { body: [item({ assigneeId: 2 })] });
  await user.keyboard('ja');
  expect(await findToast('A colleague has it already. Choose again to override.')).toEqual({
    title: 'Not changed',
    destructive: true,
  });
  expect(await screen.findByRole('img', { name: 'Ben Okafor' })).toBeTruthy();
  expect(patches(fake)).toEqual([{ assigneeId: 1 }]);
  await user.keyboard('a');
  expect(await screen.findByRole('img', { name: 'Anna Keller' })).toBeTruthy();
  await findToast('It is yours');
});

it('takes what has changed since in another way', async () => {
  const fake = withVersions(server(), { title: 'Another title' });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('ja');
  await findToast('It is yours');
  expect(screen.getByRole('img', { name: 'Anna Keller' })).toBeTruthy();
});

it('puts off by a digit, and the next takes its place', async () => {
  const fake = server();
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('jh');
  expect(await screen.findByRole('dialog', { name: 'Snooze until' })).toBeTruthy();
  await user.keyboard('2');
  await waitFor(async () => expect(await titles()).toEqual(['Second', 'Third']));
  const { snoozedUntil } = patches(fake)[0] as { snoozedUntil: string };
  expect(new Date(snoozedUntil).getHours()).toBe(8);
});

it('keeps a row away that a reading begun before would bring back', async () => {
  const fake = server();
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
  await user.keyboard('ja');
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
  const fake = server().on('PATCH /api/customer-questions/1', { status: 500, body: '' });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('jd');
  expect(await findToast('An error occurred')).toEqual({ title: 'Error', destructive: true });
  expect(await titles()).toEqual(['First', 'Second', 'Third']);
});

it('tags with one that is there, and with a new one', async () => {
  const fake = server();
  fake
    .on('PUT /api/question/1/tags/3', () => {
      fake.on('GET /api/queue', { body: [item({ tagIds: [3] })] });
      return { body: { tagIds: [3] } };
    })
    .on('POST /api/tags', { status: 201, body: { id: 4, name: 'Refund', color: 'red', group: null } })
    .on('PUT /api/question/1/tags/4', { body: { tagIds: [3, 4] } });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('jtdeliv{Enter}');
  await findToast('Tagged “Delivery”');
  expect(within((await rows())[0]!).getByText('Delivery')).toBeTruthy();
  await user.keyboard('tRefund{Enter}');
  await findToast('Tagged “Refund”');
  expect(fake.callsTo('POST /api/tags').map(({ body }) => body)).toEqual([{ name: 'Refund', color: 'red' }]);
});

it('takes the next and opens it, and says where there is none', async () => {
  const fake = server().on('POST /api/queue/next', { body: item({ kind: 'problem', id: 2 }) });
  const user = open('/queue?tag=3&assignee=none', fake);
  await rows();
  await user.keyboard('n');
  expect(await screen.findByRole('heading', { level: 1, name: 'Whole problems 2' })).toBeTruthy();
  const { body, headers } = fake.callsTo('POST /api/queue/next')[0]!;
  expect(body).toEqual({ tag: '3' });
  expect(headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
  fake.on('POST /api/queue/next', { status: 204, body: '' });
  await user.click(screen.getByRole('link', { name: 'Queue' }));
  await rows();
  await user.keyboard('n');
  await findToast('Nothing waits that nobody has taken');
});

it('says that there is nothing, and that it cannot be read', async () => {
  const fake = server([]);
  open('/queue?assignee=me', fake);
  expect(await screen.findByText(/Nothing is assigned to you/)).toBeTruthy();
});
