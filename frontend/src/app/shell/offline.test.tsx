import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { buildProblem, buildThread } from '../../../test/builders';
import { change, connected } from '../../../test/live';
import { anna, buildProduct, fakeServer, findToast, open } from '../../../test/open';
import { refusal, versioned } from '../../../test/server';
import { createQueryClient } from '../query-client';
import { App } from '../app';

const mockTried = new Set<string>();
function mockFirstFailing(path: string): object {
  if (mockTried.has(path)) return jest.requireActual<object>(path);
  mockTried.add(path);
  throw new Error('The network is away');
}
jest.mock('../../components/list/filters/filter-panel', () =>
  mockFirstFailing('../../components/list/filters/filter-panel'),
);
jest.mock('../../components/thread/response/response-form', () =>
  mockFirstFailing('../../components/thread/response/response-form'),
);
jest.mock('../../components/thread/status-dropdown', () => {
  throw new Error('The network is away');
});

const OFFLINE = 'You are offline. What you type into a record or a response is kept.';

function setOnline(online: boolean): void {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  fireEvent(window, new Event(online ? 'online' : 'offline'));
}

afterEach(() => jest.restoreAllMocks());

it('says while there is no network that what is typed into a record or a response is kept', async () => {
  open('/', fakeServer());
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  expect(screen.queryByText(/You are offline/)).toBeNull();
  setOnline(false);
  expect((await screen.findByText(OFFLINE)).getAttribute('role')).toBe('status');
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

it('reads again what could not be read, once there is a network', async () => {
  const server = fakeServer().on('GET /api/products', () => Promise.reject(new TypeError('Failed to fetch')));
  setOnline(false);
  open('/products', server);
  expect(await screen.findByText('You are offline.')).toBeTruthy();
  server.on('GET /api/products', { body: [buildProduct({ name: 'Brake disc' })] });
  setOnline(true);
  expect(await screen.findByText('Brake disc')).toBeTruthy();
});

it('says, once there is a network again, that a form was not saved because there was none', async () => {
  const unreached = () => Promise.reject(new TypeError('Failed to fetch'));
  const user = open('/customer-questions/new', fakeServer().on('POST /api/customer-questions', unreached));
  await user.type(await screen.findByLabelText('Title'), 'Does it fit?');
  await user.type(screen.getByLabelText('Description'), 'My car is old.');
  setOnline(false);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText(OFFLINE);
  setOnline(true);
  expect((await screen.findByRole('alert')).textContent).toBe('You were offline. What you typed is kept.');
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
  [500, '', 'The server has failed'],
  [503, '', 'The server could not be reached.'],
  [503, { message: 'The database is away for a moment' }, 'The database is away for a moment'],
])(
  'gives the reason and the number of the request that kept the app from starting: %i %j',
  async (status, body, text) => {
    const server = fakeServer().on('GET /api/user', { status, body, headers: { 'x-request-id': 'abc-2' } });
    const user = open('/', server);
    expect(await screen.findByRole('heading', { name: text })).toBeTruthy();
    expect(screen.getByText('Error reference abc-2 (for your administrator)')).toBeTruthy();
    server.on('GET /api/user', { body: anna });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
  },
);

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

it('keeps the screen where a part of it cannot be loaded, and loads it when it is opened again', async () => {
  const user = open('/products', fakeServer());
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  expect(await findToast('The filters could not be loaded. Try again, or reload the page.')).toEqual({
    title: 'Error',
    destructive: true,
  });
  const button = screen.getByRole('button', { name: 'Filter', expanded: false });
  await user.click(button);
  expect(await screen.findByRole('dialog', { name: 'Filter' })).toBeTruthy();
});

it('keeps a question where its form and its statuses cannot be loaded', async () => {
  const path = '/api/customer-questions/7';
  const question = buildThread({ id: 7, status: 'open' });
  const server = fakeServer()
    .on(`GET ${path}`, versioned(1, question))
    .on(`GET ${path}/responses`, { body: [] })
    .on(`GET ${path}/watch`, { body: { isWatching: true } })
    .on('GET /api/customer-questions', { body: [question] })
    .on(`PATCH ${path}/status`, versioned(2, { ...question, status: 'resolved' }));
  const user = open('/customer-questions/7', server);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Resolved');
  await waitFor(() => expect(server.callsTo(`PATCH ${path}/status`)[0]?.body).toEqual({ status: 'resolved' }));
  const failed = (await screen.findByText('The form could not be loaded. Try again, or reload the page.'))
    .parentElement!;
  await user.click(within(failed).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'New Response' })).toBeTruthy();
});

it('says why nothing was done offline', async () => {
  const server = fakeServer()
    .on('GET /api/problems/7', versioned(1, buildProblem({ id: 7 })))
    .on('PATCH /api/problems/7/status', () => Promise.reject(new TypeError('Failed to fetch')));
  const user = open('/problems/7', server);
  const status = await screen.findByRole('combobox', { name: 'Status' });
  setOnline(false);
  await user.selectOptions(status, 'resolved');
  expect(await findToast('You are offline. Try again later.')).toMatchObject({ destructive: true });
});
