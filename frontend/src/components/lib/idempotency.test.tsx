import { cleanup, screen, waitFor } from '@testing-library/react';
import { buildNews } from '../../../test/builders';
import { fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal, type FakeServer } from '../../../test/server';

const CREATE = 'POST /api/updates';
const keys = (server: FakeServer) => server.callsTo(CREATE).map(({ headers }) => headers.get('Idempotency-Key'));
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const server = (answer: Parameters<FakeServer['on']>[1] = lost) =>
  fakeServer().on('GET /api/updates', { body: [] }).on(CREATE, answer);
const send = (user: ReturnType<typeof open>) => user.click(screen.getByRole('button', { name: 'Create Update' }));

async function typeAndSend(to: FakeServer, title = 'Opening hours') {
  const user = open('/updates/new', to);
  await fill(user, await screen.findByLabelText('Title'), title);
  await fill(user, screen.getByLabelText('Content'), 'Closed');
  await send(user);
  return user;
}

describe('the key of a form', () => {
  it('stays the same until the form is saved, and then there is another', async () => {
    const updates = server();
    const user = await typeAndSend(updates);
    expect(await screen.findByText('The server could not be reached. What you typed is kept.')).toBeTruthy();
    updates.on(CREATE, refusal(400, 'Not so'));
    await send(user);
    expect(await screen.findByText('Not so', { selector: '.form-refusal *' })).toBeTruthy();
    updates.on(CREATE, { status: 201, body: buildNews() });
    await send(user);
    await screen.findByRole('heading', { level: 1, name: 'Updates' });
    cleanup();
    await typeAndSend(updates);
    await waitFor(() => expect(keys(updates)).toHaveLength(4));
    const [first, ...others] = keys(updates);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(others.slice(0, 2)).toEqual([first, first]);
    expect(others[2]).not.toBe(first);
  });

  it('is kept with the draft, and goes with it', async () => {
    const updates = server();
    await typeAndSend(updates);
    await screen.findByText('The server could not be reached. What you typed is kept.');
    cleanup();
    const user = open('/updates/new', updates);
    await screen.findByText(/Your draft was restored/);
    await send(user);
    await waitFor(() => expect(keys(updates)).toHaveLength(2));
    expect(keys(updates)[1]).toBe(keys(updates)[0]);
    await user.click(screen.getByRole('button', { name: 'Discard draft' }));
    await fill(user, screen.getByLabelText('Title'), 'Something else');
    await fill(user, screen.getByLabelText('Content'), 'Closed');
    await send(user);
    await waitFor(() => expect(keys(updates)).toHaveLength(3));
    expect(keys(updates)[2]).not.toBe(keys(updates)[0]);
  });

  it('tells where an earlier try with other values was saved: the next one is another record', async () => {
    const updates = server();
    const user = await typeAndSend(updates);
    await screen.findByText('The server could not be reached. What you typed is kept.');
    updates.on(CREATE, refusal(422, 'This Idempotency-Key was used for another request'));
    await user.type(screen.getByLabelText('Title'), ', new');
    await send(user);
    const text = 'Your first attempt was saved. Press again to save this as another one.';
    expect(await findToast(text)).toEqual({ title: 'Error', destructive: true });
    expect(screen.getByText(text, { selector: '.form-refusal *' })).toBeTruthy();
    updates.on(CREATE, { status: 201, body: buildNews() });
    await send(user);
    await findToast('Update created successfully');
    const [first, second, third] = keys(updates);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});
