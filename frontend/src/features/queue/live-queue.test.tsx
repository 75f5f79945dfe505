import { act, screen, waitFor, within } from '@testing-library/react';
import { findToast, open } from '../../../test/open';
import { change, connected, idleAtOnce } from '../../../test/live';
import { ITEMS, queueItem, queueServer, rows, titles } from '../../../test/queue';
import { refusal } from '../../../test/server';

const LIST = 'GET /api/queue';
const ITEM = 'GET /api/queue/question/1';
const pill = () => screen.queryByRole('button', { name: /· Refresh$/ })?.textContent;

beforeEach(idleAtOnce);

it('says how many other threads were changed, and shows them when it is asked to', async () => {
  const fake = queueServer();
  const user = open('/queue', fake);
  await rows();
  const source = await connected();
  fake.on(ITEM, { body: queueItem({ title: 'First, changed' }) });
  source.send('change', change({ kind: 'question', recordId: 1 }));
  expect(await screen.findByText('First, changed')).toBeTruthy();
  expect(pill()).toBeUndefined();
  source.send('change', change({ kind: 'product', recordId: 9 }));
  source.send('change', change({ kind: 'question', recordId: 9, operation: 'insert' }));
  source.send('change', change({ kind: 'question-response', recordId: 4, subjectKind: 'question', subjectId: 9 }));
  await waitFor(() => expect(pill()).toBe('1 change · Refresh'));
  source.send('change', change({ kind: 'problem', recordId: 9, operation: 'insert' }));
  await waitFor(() => expect(pill()).toBe('2 changes · Refresh'));
  fake.on(LIST, { body: [queueItem({ id: 9, title: 'New' }), ...ITEMS] });
  await user.click(screen.getByRole('button', { name: /Refresh/ }));
  await waitFor(async () => expect((await titles())[0]).toBe('New'));
  expect(pill()).toBeUndefined();
  source.send('reset');
  await waitFor(() => expect(pill()).toBe('Many changes · Refresh'));
});

it('reads the queue again on return where it had something new, whatever row was shown at once', async () => {
  const fake = queueServer();
  const user = open('/queue', fake);
  await rows();
  const source = await connected();
  source.send('change', change({ kind: 'question', recordId: 9, operation: 'insert' }));
  await waitFor(() => expect(pill()).toBe('1 change · Refresh'));
  fake.on(ITEM, { body: queueItem({ title: 'First, changed' }) });
  source.send('change', change({ kind: 'question', recordId: 1 }));
  await screen.findByText('First, changed');
  fake.on(LIST, { body: [queueItem({ id: 9, title: 'New' }), ...ITEMS] });
  await user.click(screen.getByRole('link', { name: 'Updates' }));
  await waitFor(() => expect(screen.queryByText('First, changed')).toBeNull());
  window.history.back();
  await waitFor(async () => expect((await titles())[0]).toBe('New'));
});

it('counts a thread on the screen that a colleague deleted, and does not read it again', async () => {
  const fake = queueServer();
  const user = open('/queue', fake);
  await rows();
  const source = await connected();
  const before = fake.callsTo(ITEM).length;
  fake.on(ITEM, refusal(404, 'There is no such question')).on(LIST, { body: ITEMS.slice(1) });
  source.send('change', change({ kind: 'question', recordId: 1, operation: 'delete' }));
  await waitFor(() => expect(pill()).toBe('1 change · Refresh'));
  expect(fake.callsTo(ITEM)).toHaveLength(before);
  await user.click(screen.getByRole('button', { name: /Refresh/ }));
  await waitFor(async () => expect(await titles()).toEqual(['Second', 'Third']));
  expect(pill()).toBeUndefined();
});

it('shows a row as it is after the last of two changes, though the first is answered late and from before it', async () => {
  const fake = queueServer();
  open('/queue', fake);
  await rows();
  const source = await connected();
  let answer = () => undefined as void;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const begun = jest.fn(() => held.then(() => ({ body: queueItem({ title: 'Answered' }) })));
  fake.on(ITEM, begun);
  source.send('change', change({ kind: 'question-response', recordId: 4, subjectKind: 'question', subjectId: 1 }));
  await waitFor(() => expect(begun).toHaveBeenCalled());
  fake.on(ITEM, { body: queueItem({ title: 'Answered, in progress', status: 'in_progress' }) });
  source.send('change', change({ kind: 'question', recordId: 1 }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  answer();
  expect(await screen.findByText('Answered, in progress')).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await titles())[0]).toBe('Answered, in progress');
  expect(pill()).toBeUndefined();
});

it('chooses no other row where a colleague takes the marked one away, until one goes on', async () => {
  const fake = queueServer();
  const user = open('/queue', fake);
  const [first] = await rows();
  const source = await connected();
  fake.on('GET /api/queue/question/1', { body: queueItem({ status: 'resolved' }) });
  act(() => source.send('change', change({ kind: 'question', recordId: 1 })));
  await waitFor(() => expect(first?.isConnected).toBe(false));
  await findToast('“First” is resolved now');
  await user.keyboard('d');
  expect(fake.calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
  await user.keyboard('j');
  expect(document.activeElement?.textContent).toBe('Second');
});

it('chooses no other row where a colleague takes the chosen one away, until one goes on', async () => {
  const fake = queueServer();
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('j');
  expect(document.activeElement?.textContent).toBe('Second');
  const source = await connected();
  const [, second] = await rows();
  fake.on('GET /api/queue/problem/1', { body: queueItem({ kind: 'problem', title: 'Second', status: 'resolved' }) });
  act(() => source.send('change', change({ kind: 'problem', recordId: 1 })));
  await waitFor(() => expect(second?.isConnected).toBe(false));
  await user.keyboard('d');
  expect(fake.calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
  await user.keyboard('j');
  expect(document.activeElement?.textContent).toBe('Third');
});

it('shows by itself what comes into an empty queue', async () => {
  const fake = queueServer([]);
  open('/queue', fake);
  await screen.findByText('Nothing to do here');
  const source = await connected();
  fake.on(LIST, { body: [queueItem({ id: 9, title: 'New' })] });
  source.send('change', change({ kind: 'question', recordId: 9, operation: 'insert' }));
  expect(await titles()).toEqual(['New']);
});

it('says that nothing is to do when a colleague finishes the last row, and reads again for what comes then', async () => {
  const fake = queueServer(ITEMS.slice(0, 1));
  open('/queue', fake);
  await rows();
  const source = await connected();
  fake.on(ITEM, { body: queueItem({ status: 'resolved' }) });
  source.send('change', change({ kind: 'question', recordId: 1 }));
  expect(await screen.findByText('Nothing to do here')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Queue' })).toBeNull();
  fake.on(LIST, { body: [queueItem({ id: 9, title: 'New' })] });
  source.send('change', change({ kind: 'question', recordId: 9, operation: 'insert' }));
  expect(await titles()).toEqual(['New']);
});

it('reads the next page when colleagues have finished all rows of the first', async () => {
  const next = [queueItem({ id: 9, title: 'Next' })];
  const fake = queueServer(ITEMS.slice(0, 1)).on(LIST, ({ query }) =>
    query.has('cursor')
      ? { body: next }
      : {
          body: [queueItem({ status: 'resolved' })],
          headers: { link: '</api/queue?limit=50&cursor=x>; rel="next"' },
        },
  );
  open('/queue', fake);
  expect(await titles()).toEqual(['Next']);
  expect(screen.queryByText('Nothing to do here')).toBeNull();
});

it('tells on the page of a thread who waits after a colleague has answered', async () => {
  const fake = queueServer();
  open('/customer-questions/1', fake);
  await screen.findByRole('heading', { level: 1, name: 'Whole customer-questions 1' });
  await waitFor(() => expect(fake.callsTo(ITEM)).not.toEqual([]));
  const source = await connected();
  fake.on(ITEM, { body: queueItem({ waitingSince: null }) });
  source.send('change', change({ kind: 'question-response', recordId: 4, subjectKind: 'question', subjectId: 1 }));
  expect(await screen.findByText('Nobody waits')).toBeTruthy();
});

it('keeps the chosen option of a picker in sight', async () => {
  const tags = Array.from({ length: 30 }, (_, index) => ({
    id: index + 1,
    name: `Tag ${index}`,
    color: 'blue',
    group: null,
  }));
  const user = open('/queue', queueServer().on('GET /api/tags', { body: tags }));
  await rows();
  await user.keyboard('t');
  const dialog = within(await screen.findByRole('dialog', { name: 'Tags' }));
  const last = await dialog.findByRole('option', { name: /Tag 29/ });
  const scroll = jest.fn();
  last.scrollIntoView = scroll;
  await user.keyboard('{ArrowUp}');
  expect(last.getAttribute('aria-selected')).toBe('true');
  expect(scroll).toHaveBeenCalledWith({ block: 'nearest' });
});

it('asks for the number of the unread while its tab is hidden', async () => {
  const fake = queueServer();
  open('/queue', fake);
  await rows();
  const every = jest.spyOn(globalThis, 'setInterval');
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(every).toHaveBeenCalledWith(expect.any(Function), 60_000));
  hidden.mockRestore();
  every.mockRestore();
});

it('changes the view that was pressed, one of its own before others, and asks before a shared one goes', async () => {
  const view = { id: 4, list: 'queue', query: 'assignee=none', createdById: 2, name: 'Assigned', isShared: true };
  const fake = queueServer()
    .on('GET /api/views', { body: [view, { ...view, id: 5, name: 'Mine', createdById: 1, isShared: false }] })
    .on('GET /api/views/counts', { body: [] })
    .on('DELETE /api/views/4', { status: 204 });
  const user = open('/queue?assignee=none', fake);
  const tabs = within(await screen.findByRole('navigation', { name: 'Views' }));
  const chosen = () =>
    tabs
      .getAllByRole('link')
      .find((link) => link.getAttribute('aria-current'))
      ?.textContent?.trim();
  expect(chosen()).toBe('Mine');
  await user.click(tabs.getByRole('link', { name: /Assigned/ }));
  await waitFor(() => expect(chosen()).toBe('Assigned'));
  await user.click(await screen.findByRole('button', { name: 'Edit view' }));
  await user.click(await screen.findByRole('button', { name: 'Delete view' }));
  expect((await screen.findByRole('alert')).textContent).toMatch('All colleagues have this view.');
  expect(fake.callsTo('DELETE /api/views/4')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete for all' }));
  await findToast('View deleted');
  expect(fake.callsTo('DELETE /api/views/4')).toHaveLength(1);
});
