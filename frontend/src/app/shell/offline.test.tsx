import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { change, connected } from '../../../test/live';
import { anna, fakeServer, open } from '../../../test/open';
import { refusal } from '../../../test/server';
import { createQueryClient } from '../query-client';
import { App } from '../app';

function setOnline(online: boolean): void {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  fireEvent(window, new Event(online ? 'online' : 'offline'));
}

afterEach(() => jest.restoreAllMocks());

it('says while there is no network that what is typed is kept', async () => {
  open('/', fakeServer());
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  expect(screen.queryByText(/You are offline/)).toBeNull();
  setOnline(false);
  expect((await screen.findByText('You are offline. What you type is kept.')).getAttribute('role')).toBe('status');
  setOnline(true);
  await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull());
});

it('names the reason where something could not be read', async () => {
  open(
    '/products',
    fakeServer().on('GET /api/products', () => Promise.reject(new TypeError('Failed to fetch'))),
  );
  expect(await screen.findByText('The server cannot be reached.')).toBeTruthy();
  setOnline(false);
  expect(await screen.findByText('You are offline.')).toBeTruthy();
});

it('gives the number of a failed request, and tries again', async () => {
  const failed = { status: 500, body: '', headers: { 'x-request-id': 'abc-1' } };
  const server = fakeServer().on('GET /api/statistics', failed);
  const user = open('/', server);
  expect(await screen.findByText('Error reference abc-1 (for your administrator)')).toBeTruthy();
  server.on('GET /api/statistics', { body: { products: 7, problems: 0, questions: 0, updates: 0 } });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'Registered products 7' })).toBeTruthy();
  expect(screen.queryByText('Error reference abc-1 (for your administrator)')).toBeNull();
});

it.each([
  [500, 'The server has failed'],
  [503, 'The server cannot be reached'],
])('gives the reason and the number of the request that kept the app from starting: %i', async (status, text) => {
  const server = fakeServer().on('GET /api/user', { status, body: '', headers: { 'x-request-id': 'abc-2' } });
  const user = open('/', server);
  expect(await screen.findByRole('heading', { name: text })).toBeTruthy();
  expect(screen.getByText('Error reference abc-2 (for your administrator)')).toBeTruthy();
  server.on('GET /api/user', { body: anna });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
});

it('reads the numbers again after a change, but not who is there', async () => {
  const server = fakeServer();
  open('/', server);
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  const events = await connected();
  const before = server.callsTo('GET /api/user').length;
  server.on('GET /api/statistics', { body: { products: 7, problems: 0, questions: 0, updates: 0 } });
  events.send('change', change({ kind: 'product', recordId: 1 }));
  expect(await screen.findByRole('link', { name: 'Registered products 7' })).toBeTruthy();
  expect(server.callsTo('GET /api/user').length).toBe(before);
});

it('keeps the screen where it cannot be read again who is there', async () => {
  const server = fakeServer();
  window.history.replaceState(null, '', '/');
  window.fetch = server.fetch;
  const queryClient = createQueryClient();
  render(<App queryClient={queryClient} />);
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  server.on('GET /api/user', { status: 502, body: '' });
  await act(() => queryClient.refetchQueries({ queryKey: ['/api/user'] }));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard');
  server.on('GET /api/user', refusal(401, 'Not signed in'));
  await act(() => queryClient.refetchQueries({ queryKey: ['/api/user'] }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Login' })).toBeTruthy();
});
