import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { buildThread } from '../../../test/builders';
import { change, connected } from '../../../test/live';
import { findToast, open } from '../../../test/open';
import { ITEMS, patches, queueItem, queueServer, rows, titles } from '../../../test/queue';

const NEXT = 'POST /api/queue/next';

it('lists all kinds by how long somebody waits, and marks what is late', async () => {
  open('/queue', queueServer());
  expect(await titles()).toEqual(['First', 'Second', 'Third']);
  await waitFor(() =>
    expect([...document.querySelectorAll('.waiting')].map(({ className }) => className)).toEqual([
      'waiting waiting-late',
      'waiting',
    ]),
  );
  expect(screen.getAllByText(/^Late, waiting/)).toHaveLength(1);
});

it('says until when something is put off only as long as it is', async () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  open(
    '/queue?snoozed=true',
    queueServer([queueItem({ snoozedUntil: at(-1) }), queueItem({ id: 2, snoozedUntil: at(1) })]),
  );
  const [over, put] = await rows();
  expect(over?.textContent).not.toContain('Until');
  expect(put?.textContent).toContain('Until');
});

it('shows lines while it is read', async () => {
  open(
    '/queue',
    queueServer().on('GET /api/queue', () => new Promise<never>(() => undefined)),
  );
  const loading = await screen.findByText('Loading the queue');
  expect(loading.getAttribute('role')).toBe('status');
  expect(document.querySelectorAll('main .ant-skeleton li').length).toBeGreaterThan(4);
});

it('reads what its address asks for', async () => {
  const fake = queueServer();
  open('/queue?assignee=me&tag=3&sort=newest', fake);
  await rows();
  expect(Object.fromEntries(fake.callsTo('GET /api/queue')[0]!.query)).toEqual({
    assignee: 'me',
    tag: '3',
    sort: 'newest',
    limit: '50',
  });
});

it('tells how much each of its parts holds', async () => {
  const total = (of: number) => ({ total: of, isExact: of < 2000 });
  const counts = { all: total(2000), mine: total(4), unassigned: total(12), snoozed: total(0) };
  const fake = queueServer().on('GET /api/queue/counts', { body: counts });
  open('/queue?assignee=me&tag=3', fake);
  const parts = await screen.findByRole('navigation', { name: 'Part of the queue' });
  await waitFor(() => expect(parts.textContent).toBe('All 2,000+Mine 4Unassigned 12Snoozed 0'));
  // Each part brings its own assignee.
  expect(Object.fromEntries(fake.callsTo('GET /api/queue/counts')[0]!.query)).toEqual({ tag: '3' });
  fake.on('GET /api/queue/counts', { body: { ...counts, mine: total(5) } });
  const source = await connected();
  act(() => source.send('change', change({ kind: 'problem', recordId: 77 })));
  await waitFor(() => expect(parts.textContent).toContain('Mine 5'));
});

it('is gone through by j and k, and opened by Enter', async () => {
  const user = open('/queue', queueServer());
  await rows();
  // The first is chosen from the start.
  await user.keyboard('j');
  expect(document.activeElement?.textContent).toBe('Second');
  await user.keyboard('jkk');
  expect(document.activeElement?.textContent).toBe('First');
  await user.keyboard('j{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Whole problems 1' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/queue');
  await user.keyboard('j');
  expect(await screen.findByRole('heading', { level: 1, name: 'Whole customer-questions 2' })).toBeTruthy();
});

it('draws the next one at once, also the first of another kind', async () => {
  const fake = queueServer();
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Whole customer-questions 1' });
  // The following one is read last.
  await waitFor(() => expect(fake.callsTo('GET /api/queue/question/2')).toHaveLength(1));
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Whole problems 1');
});

it('opens the row that is chosen from the start by Enter, unless a control has the focus', async () => {
  const user = open('/queue', queueServer());
  await rows();
  screen.getByRole('button', { name: 'Filter' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Filter' });
  await user.keyboard('{Escape}');
  act(() => (document.activeElement as HTMLElement).blur());
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Whole customer-questions 1' })).toBeTruthy();
});

it('works on the first row of a part that was chosen by its tab', async () => {
  const fake = queueServer().on('GET /api/queue', ({ query }) => ({
    body: query.get('assignee') ? [queueItem({ id: 2, title: 'Mine' })] : ITEMS,
  }));
  fake.on('PATCH /api/customer-questions/2', { body: buildThread({ id: 2, assigneeId: 1 }) });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('j');
  await user.click(screen.getByRole('link', { name: /^Mine/ }));
  await waitFor(async () => expect(await titles()).toEqual(['Mine']));
  expect(document.activeElement?.textContent).toBe('Mine');
  await user.keyboard('a');
  await findToast('It is yours');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Whole customer-questions 2' })).toBeTruthy();
});

it('takes what is typed after r for the answer, before the box is there', async () => {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const fake = queueServer().on('GET /api/customer-questions/1/responses', async () => {
    await held;
    return { body: [] };
  });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('rdea');
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

it('takes the next and opens it, and says where there is none', async () => {
  const headers = { 'x-request-id': 'taken' };
  const fake = queueServer()
    .on(NEXT, { body: queueItem({ kind: 'problem', id: 2 }), headers })
    .on('POST /api/change-sets/taken/revert', { body: { changeSet: null, changes: [] } });
  const user = open('/queue?tag=3&assignee=none', fake);
  await rows();
  await user.keyboard('n');
  await findToast('“First” is yours');
  expect(await screen.findByRole('heading', { level: 1, name: 'Whole problems 2' })).toBeTruthy();
  const sent = fake.callsTo(NEXT)[0]!;
  expect(sent.body).toEqual({ tag: '3' });
  expect(sent.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
  await user.keyboard('z');
  await waitFor(() => expect(fake.callsTo('POST /api/change-sets/taken/revert')).toHaveLength(1));
  fake.on(NEXT, { status: 204, body: '' });
  await user.click(screen.getByRole('link', { name: 'Queue' }));
  await rows();
  await user.keyboard('n');
  await findToast('Nothing waits that nobody has taken');
});

it('takes nothing else when it is pressed again after a lost answer', async () => {
  const fake = queueServer().on(NEXT, { status: 502, body: '' });
  const user = open('/queue?tag=3', fake);
  await rows();
  await user.keyboard('n');
  await findToast('An error occurred');
  fake.on(NEXT, { status: 204, body: '' });
  await user.keyboard('n');
  await findToast('Nothing waits that nobody has taken');
  await user.keyboard('n');
  await waitFor(() => expect(fake.callsTo(NEXT)).toHaveLength(3));
  const [lost, again, later] = fake.callsTo(NEXT).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(again).toBe(lost);
  expect(later).not.toBe(lost);
});

it('says that there is nothing, and that it cannot be read', async () => {
  const fake = queueServer([]);
  open('/queue?assignee=me', fake);
  expect(await screen.findByText(/Nothing is assigned to you/)).toBeTruthy();
});
