import { screen, waitFor, within } from '@testing-library/react';
import { buildThread } from '../../../test/builders';
import { fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal, type Answer } from '../../../test/server';
import { signInAgain } from '../../../test/thread-contract';

const LIST = 'GET /api/returns';
const SEARCH = 'GET /api/returns/search';
const CREATE = 'POST /api/returns';

describe('the list of returns', () => {
  it('shows title, description and status, and leads to the details', async () => {
    const server = fakeServer().on(LIST, {
      body: [buildThread({ id: 7, title: 'Do they fit?', status: 'in_progress' })],
    });
    open('/returns', server);
    const card = await screen.findByRole('article', { name: 'Do they fit?' });
    expect(within(card).getByText('Front and rear.')).toBeTruthy();
    expect(within(card).getByText('Status: in_progress')).toBeTruthy();
    expect(within(card).getByRole('link', { name: 'View Details' }).getAttribute('href')).toBe('/returns/7');
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/');
    expect(main.getByRole('link', { name: 'New Return' }).getAttribute('href')).toBe('/returns/new');
    expect(server.callsTo(LIST)[0]?.query.get('limit')).toBe('50');
  });

  it('shows three skeleton cards while loading', async () => {
    open(
      '/returns',
      fakeServer().on(LIST, () => new Promise<Answer>(() => undefined)),
    );
    await screen.findByText('Loading returns');
    expect(document.querySelectorAll('.skeleton-card')).toHaveLength(3);
  });

  it('says that there are none, and that they cannot be read', async () => {
    const server = fakeServer().on(LIST, { status: 500, body: '', headers: { 'x-request-id': 'abc-1' } });
    const user = open('/returns', server);
    expect(await screen.findByText('Failed to fetch returns')).toBeTruthy();
    expect(screen.getByText(/abc-1/)).toBeTruthy();
    server.on(LIST, { body: [] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No returns found')).toBeTruthy();
  });

  it('searches, keeps the text in the address, and says when nothing matches', async () => {
    const server = fakeServer()
      .on(LIST, { body: [buildThread()] })
      .on(SEARCH, { body: [] });
    const user = open('/returns', server);
    await screen.findByRole('article');
    await fill(user, screen.getByPlaceholderText('Search returns...'), 'zz %');
    expect(await screen.findByText('No returns found')).toBeTruthy();
    expect(screen.getByText('Nothing matches “zz %”.')).toBeTruthy();
    await waitFor(() => expect(new URLSearchParams(window.location.search).get('q')).toBe('zz %'));
    expect(server.callsTo(SEARCH)[0]?.query.get('q')).toBe('zz %');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByRole('article')).toBeTruthy();
  });
});

it('the list is cut down to a status, and says when nothing has it', async () => {
  const server = fakeServer()
    .on('GET /api/returns', ({ query }) => ({
      body: query.get('status') === 'resolved' ? [] : [buildThread({ title: 'Does it fit?' })],
    }))
    .on(SEARCH, { body: [] });
  const user = open('/returns', server);
  await screen.findByText('Does it fit?');
  const tabs = within(screen.getByRole('navigation', { name: 'Status' }));
  await user.click(tabs.getByRole('link', { name: /^Resolved/ }));
  expect(await screen.findByText('No resolved returns.')).toBeTruthy();
  expect(window.location.search).toBe('?status=resolved');
  await user.type(screen.getByPlaceholderText('Search returns...'), 'disc');
  expect(await screen.findByText('No resolved returns match “disc”.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  await user.click(await screen.findByRole('button', { name: 'Show all statuses' }));
  expect(await screen.findByText('Does it fit?')).toBeTruthy();
  await waitFor(() => expect(window.location.search).toBe(''));
});

describe('a new return', () => {
  async function fillIn(user: ReturnType<typeof open>): Promise<void> {
    await fill(user, await screen.findByPlaceholderText('Enter a title'), ' Do they fit? ');
    await fill(user, screen.getByPlaceholderText('Describe the return'), 'Front\nand rear');
    await user.click(screen.getByRole('button', { name: 'Add Return' }));
  }

  it('is sent, and leads to the list, which is read again', async () => {
    const server = fakeServer().on(LIST, { body: [] });
    server.on(CREATE, () => {
      server.on(LIST, { body: [buildThread({ title: 'Do they fit?' })] });
      return { status: 201, body: buildThread() };
    });
    const user = open('/returns', server);
    await user.click(await screen.findByRole('link', { name: 'New Return' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'New Return' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Add a new return' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/returns');
    await fillIn(user);
    expect(await findToast('Return created successfully')).toEqual({ title: undefined, destructive: false });
    expect(await screen.findByRole('article', { name: 'Do they fit?' })).toBeTruthy();
    expect(window.location.pathname).toBe('/returns');
    expect(server.callsTo(CREATE).map(({ body }) => body)).toEqual([
      { title: 'Do they fit?', description: 'Front\nand rear', status: 'open' },
    ]);
  });

  it("shows the schema's messages", async () => {
    const server = fakeServer();
    const user = open('/returns/new', server);
    await fill(user, await screen.findByLabelText('Title'), '   ');
    await user.click(screen.getByRole('button', { name: 'Add Return' }));
    expect(await screen.findByText('Title is required')).toBeTruthy();
    expect(await screen.findByText('Description is required')).toBeTruthy();
    expect(server.callsTo(CREATE)).toHaveLength(0);
  });

  it.each([
    [refusal(400, 'No more today'), 'No more today'],
    [{ status: 500, body: '' }, 'An error occurred'],
  ])('shows a refusal and keeps the form: %#', async (answer, text) => {
    const user = open('/returns/new', fakeServer().on(CREATE, answer));
    await fillIn(user);
    expect(await findToast(text)).toEqual({ title: undefined, destructive: true });
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe(' Do they fit? ');
  });

  it('shows a fault at the field that the server names', async () => {
    const fault = { field: 'title', message: 'Title is too plain' };
    const user = open('/returns/new', fakeServer().on(CREATE, refusal(400, fault.message, [fault])));
    await fillIn(user);
    expect(await screen.findByText(fault.message, { selector: '.ant-form-item-explain-error' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')));
  });

  it('is there again after the session has ended and the person has signed in', async () => {
    const server = fakeServer().on(CREATE, refusal(401, 'Not signed in'));
    const user = open('/returns/new', server);
    await fillIn(user);
    await signInAgain(user, server);
    expect(await screen.findByDisplayValue('Do they fit?')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Front\nand rear');
  });
});
