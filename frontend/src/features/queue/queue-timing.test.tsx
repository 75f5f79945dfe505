import { act, screen, waitFor, within } from '@testing-library/react';
import { buildThread } from '../../../test/builders';
import { pause } from '../../../test/held-answer';
import { findToast, open } from '../../../test/open';
import { queueItem, queueServer, rows, titles } from '../../../test/queue';
import { refusal } from '../../../test/server';

const REVERTED = { body: { changeSet: null, changes: [] } };
const revert = (changeSet: string) => `POST /api/change-sets/${changeSet}/revert`;
const changed = (id: number) => ({
  body: buildThread({ id, status: 'resolved' }),
  headers: { 'x-request-id': `set-${id}` },
});

/** A promise, and what fulfils it. */
function holding() {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  return { held, release };
}

/** A server with two questions; it resolves the first at once, the second when that is released. */
function slowServer() {
  const { held, release } = holding();
  const second = queueItem({ id: 2, title: 'Second' });
  const fake = queueServer([queueItem({}), second])
    .on('PATCH /api/customer-questions/1', async () => {
      fake.on('GET /api/queue', { body: [second] });
      // Drawn before it is answered, as in a browser.
      await waitFor(async () => expect(await titles()).toEqual(['Second']));
      return changed(1);
    })
    .on('PATCH /api/customer-questions/2', () => held.then(() => changed(2)));
  for (const id of [1, 2]) fake.on(revert(`set-${id}`), REVERTED);
  return { fake, release };
}

it('undoes by a key what was done last, though the server has not answered it', async () => {
  const { fake, release } = slowServer();
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('d');
  await findToast('“First” resolved');
  await waitFor(async () => expect(await titles()).toEqual(['Second']));
  await user.keyboard('d');
  await waitFor(() => expect(fake.callsTo('PATCH /api/customer-questions/2').length).toBeGreaterThan(0));
  await user.keyboard('z');
  release();
  await waitFor(() => expect(fake.callsTo(revert('set-2'))).toHaveLength(1));
  expect(fake.callsTo(revert('set-1'))).toEqual([]);
});

it('undoes by a key what was done last, though an earlier change is answered after it', async () => {
  const { held, release } = holding();
  const { fake, release: releaseSecond } = slowServer();
  fake.on('PATCH /api/customer-questions/1', () => held.then(() => changed(1)));
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('d');
  await waitFor(async () => expect(await titles()).toEqual(['Second']));
  await user.keyboard('d');
  releaseSecond();
  await findToast('“Second” resolved');
  await act(async () => release());
  await pause();
  await user.keyboard('z');
  await waitFor(() => expect(fake.callsTo(revert('set-2'))).toHaveLength(1));
  expect(fake.callsTo(revert('set-1'))).toEqual([]);
});

it('undoes by a key the first change, before the server has answered it', async () => {
  const { fake, release } = slowServer();
  fake.on('GET /api/queue', { body: [queueItem({ id: 2, title: 'Second' })] });
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('d');
  await waitFor(() => expect(fake.callsTo('PATCH /api/customer-questions/2').length).toBeGreaterThan(0));
  await user.keyboard('z');
  release();
  await waitFor(() => expect(fake.callsTo(revert('set-2'))).toHaveLength(1));
});

it('undoes nothing by a key where what was done last fails', async () => {
  const { fake, release } = slowServer();
  const { held, release: refuse } = holding();
  fake.on('PATCH /api/customer-questions/2', () => held.then(() => refusal(403, 'The record is kept for the audit.')));
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('d');
  await findToast('“First” resolved');
  await waitFor(async () => expect(await titles()).toEqual(['Second']));
  await user.keyboard('d');
  await waitFor(() => expect(fake.callsTo('PATCH /api/customer-questions/2').length).toBeGreaterThan(0));
  await user.keyboard('z');
  refuse();
  release();
  await findToast('“Second”: The record is kept for the audit.');
  expect(fake.callsTo(revert('set-1'))).toEqual([]);
});

it('leaves a person alone who went elsewhere while the next was taken', async () => {
  const { held, release } = holding();
  const fake = queueServer().on('POST /api/queue/next', () => held.then(() => ({ body: queueItem({}) })));
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('n');
  await user.keyboard('gp');
  await screen.findByRole('heading', { level: 1, name: 'Products' });
  release();
  await findToast('“First” is yours');
  expect(window.location.pathname).toBe('/products');
  await user.click(within(screen.getByRole('region', { name: 'Notification' })).getByRole('button', { name: 'Open' }));
  await screen.findByRole('heading', { level: 1, name: 'Whole customer-questions 1' });
});

it('leaves a person alone who picks a tag while the next is taken', async () => {
  const { held, release } = holding();
  const fake = queueServer().on('POST /api/queue/next', () => held.then(() => ({ body: queueItem({}) })));
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('nt');
  const field = await within(await screen.findByRole('dialog')).findByRole('combobox');
  await user.type(field, 'Del');
  release();
  await findToast('“First” is yours');
  expect(document.activeElement).toBe(field);
  expect(window.location.pathname).toBe('/queue');
});

it('leaves the focus where a person went after Back to a row that is gone', async () => {
  const { fake } = slowServer();
  fake.on('PATCH /api/customer-questions/1/status', changed(1));
  const user = open('/queue', fake);
  await rows();
  await user.keyboard('jk{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Whole customer-questions 1' });
  await user.keyboard('d');
  await screen.findByRole('heading', { level: 1, name: 'Whole customer-questions 2' });
  await findToast('Status updated successfully');
  act(() => window.history.back());
  await screen.findByRole('heading', { level: 1, name: 'Queue' });
  await waitFor(async () => expect(await titles()).toEqual(['Second']));
  await user.keyboard('j');
  const row = screen.getByRole('link', { name: 'Second' });
  await waitFor(() => expect(document.activeElement).toBe(row));
  // Until then the row of before is looked for.
  await act(() => new Promise((resolve) => setTimeout(resolve, 2000)));
  expect(document.activeElement).toBe(row);
});
