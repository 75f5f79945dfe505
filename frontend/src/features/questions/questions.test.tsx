import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { buildThread } from '../../../test/builders';
import { fakeServer, fill, findToast, open, TOTALS } from '../../../test/open';
import { refusal, type Answer } from '../../../test/server';
import { signInAgain } from '../../../test/thread-contract';

const LIST = 'GET /api/customer-questions';
const SEARCH = 'GET /api/customer-questions/search';
const CREATE = 'POST /api/customer-questions';
const COUNT = 'GET /api/statistics/question';

describe('the list of customer questions', () => {
  it('shows title, description and status, and leads to the details', async () => {
    const server = fakeServer().on(LIST, {
      body: [buildThread({ id: 7, title: 'Do they fit?', status: 'in_progress' })],
    });
    open('/customer-questions', server);
    const card = await screen.findByRole('article', { name: 'Do they fit?' });
    expect(within(card).getByText('Front and rear.')).toBeTruthy();
    expect(within(card).getByText('Status: in_progress')).toBeTruthy();
    expect(within(card).getByRole('link', { name: 'View Details' }).getAttribute('href')).toBe('/customer-questions/7');
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/');
    expect(main.getByRole('link', { name: 'New Question' }).getAttribute('href')).toBe('/customer-questions/new');
    expect(server.callsTo(LIST)[0]?.query.get('limit')).toBe('50');
  });

  it('shows three skeleton cards while loading', async () => {
    open(
      '/customer-questions',
      fakeServer().on(LIST, () => new Promise<Answer>(() => undefined)),
    );
    await screen.findByText('Loading customer questions');
    expect(document.querySelectorAll('.skeleton-card')).toHaveLength(3);
  });

  it('says that there are none, and that they cannot be read', async () => {
    const server = fakeServer().on(LIST, { status: 500, body: '', headers: { 'x-request-id': 'abc-1' } });
    const user = open('/customer-questions', server);
    expect(await screen.findByText('Failed to fetch questions')).toBeTruthy();
    expect(screen.getByText(/abc-1/)).toBeTruthy();
    server.on(LIST, { body: [] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No customer questions found')).toBeTruthy();
  });

  it('searches, keeps the text in the address, and says when nothing matches', async () => {
    const server = fakeServer()
      .on(LIST, { body: [buildThread()] })
      .on(SEARCH, { body: [] });
    const user = open('/customer-questions', server);
    await screen.findByRole('article');
    await fill(user, screen.getByPlaceholderText('Search customer questions...'), 'zz %');
    expect(await screen.findByText('No customer questions found')).toBeTruthy();
    expect(screen.getByText('Nothing matches “zz %”.')).toBeTruthy();
    await waitFor(() => expect(new URLSearchParams(window.location.search).get('q')).toBe('zz %'));
    expect(server.callsTo(SEARCH)[0]?.query.get('q')).toBe('zz %');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByRole('article')).toBeTruthy();
  });
});

describe('the statuses of the list', () => {
  const serverByStatus = () =>
    fakeServer()
      .on(COUNT, { body: TOTALS })
      .on(LIST, ({ query }) => ({
        body: query.get('status') === 'resolved' ? [] : [buildThread({ title: 'Does it fit?' })],
      }))
      .on(SEARCH, { body: [] });
  const tab = (name: string | RegExp) =>
    within(screen.getByRole('navigation', { name: 'Status' })).getByRole('link', { name });
  const chosenTab = () => document.querySelector('.status-tab[aria-current]')?.textContent;

  it('are tabs with totals, of which one cuts the list down and says when nothing has it', async () => {
    const user = open('/customer-questions', serverByStatus());
    await screen.findByText('Does it fit?');
    await waitFor(() => expect(chosenTab()).toBe('All 60'));
    await user.click(tab('Resolved 29'));
    expect(await screen.findByText('No resolved questions.')).toBeTruthy();
    expect(window.location.search).toBe('?status=resolved');
    await user.type(screen.getByPlaceholderText('Search customer questions...'), 'piece');
    expect(await screen.findByText('No resolved questions match “piece”.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByText('No resolved questions.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all statuses' }));
    expect(await screen.findByText('Does it fit?')).toBeTruthy();
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  it('are remembered for when the list is opened again, and not when an address says more', async () => {
    const server = serverByStatus();
    const user = open('/customer-questions', server);
    await screen.findByText('Does it fit?');
    await user.click(tab(/^Open/));
    await waitFor(() => expect(window.location.search).toBe('?status=open'));
    const main = within(screen.getByRole('navigation', { name: 'Main' }));
    await user.click(main.getByRole('link', { name: 'Products' }));
    await screen.findByText('No products found');
    await user.click(main.getByRole('link', { name: 'Questions' }));
    await waitFor(() => expect(window.location.search).toBe('?status=open'));
    await waitFor(() => expect(chosenTab()).toBe('Open 18'));
    expect(server.callsTo(LIST).at(-1)?.query.get('status')).toBe('open');
    cleanup();

    const fresh = serverByStatus();
    open('/customer-questions?sort=oldest', fresh);
    await screen.findByText('Does it fit?');
    expect(fresh.callsTo(LIST)[0]?.query.get('status')).toBeNull();
  });

  it('are remembered when the page is loaded, and Back leads to all of them', async () => {
    const user = open('/customer-questions', serverByStatus());
    await screen.findByText('Does it fit?');
    await user.click(tab(/^Open/));
    await waitFor(() => expect(window.location.search).toBe('?status=open'));
    act(() => window.history.back());
    await waitFor(() => expect(window.location.search).toBe(''));
    await waitFor(() => expect(chosenTab()).toMatch(/^All/));
    cleanup();

    const fresh = serverByStatus();
    open('/customer-questions', fresh);
    await waitFor(() => expect(window.location.search).toBe('?status=open'));
    expect(chosenTab()).toMatch(/^Open/);
    expect(fresh.callsTo(LIST).every(({ query }) => query.get('status') === 'open')).toBe(true);
  });

  it('are all again after All, which Back does not undo', async () => {
    const user = open('/customer-questions?status=open', serverByStatus());
    await screen.findByText('Does it fit?');
    await user.click(tab(/^Open/));
    await user.click(tab(/^All/));
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(localStorage.getItem('question status 1')).toBeNull();
  });

  it('are not those of the tab remembered while the list stays and its filters are changed', async () => {
    localStorage.setItem('question status 1', 'open');
    const user = open('/customer-questions', serverByStatus());
    await waitFor(() => expect(window.location.search).toBe('?status=open'));
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Filter' }));
    const entries = window.history.length;
    await user.click(dialog.getByRole('checkbox', { name: 'Open' }));
    expect([window.location.search, window.history.length]).toEqual(['', entries + 1]);
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Open' }).checked).toBe(false);
    for (const name of ['Open', 'In Progress', 'Resolved']) await user.click(dialog.getByRole('checkbox', { name }));
    expect(window.location.search).toBe('');
    await waitFor(() => expect(chosenTab()).toMatch(/^All/));

    await user.click(dialog.getByRole('checkbox', { name: 'Resolved' }));
    await user.click(dialog.getByRole('button', { name: 'Show results' }));
    expect(window.location.search).toBe('?status=resolved');
    const main = within(screen.getByRole('navigation', { name: 'Main' }));
    await user.click(main.getByRole('link', { name: 'Questions' }));
    await waitFor(() => expect(window.location.search).toBe('?status=open'));
  });

  it('stay all of them when the last filter is taken out', async () => {
    localStorage.setItem('question status 1', 'open');
    const server = serverByStatus().on('GET /api/products/12', { body: { id: 12, name: 'Lamp', extraFields: {} } });
    const user = open('/customer-questions?product=12', server);
    await user.click(await screen.findByRole('button', { name: 'Remove filter: Product: Lamp' }));
    expect(window.location.search).toBe('');
    await waitFor(() => expect(chosenTab()).toMatch(/^All/));
    expect(server.callsTo(LIST).every(({ query }) => query.get('status') === null)).toBe(true);
  });
});

describe('a new customer question', () => {
  async function fillIn(user: ReturnType<typeof open>): Promise<void> {
    await fill(user, await screen.findByPlaceholderText('Enter a title'), ' Do they fit? ');
    await fill(user, screen.getByPlaceholderText('Describe the question'), 'Front\nand rear');
    await user.click(screen.getByRole('button', { name: 'Add Question' }));
  }

  it('is sent, and leads to the list, which is read again', async () => {
    const server = fakeServer().on(LIST, { body: [] });
    server.on(CREATE, () => {
      server.on(LIST, { body: [buildThread({ title: 'Do they fit?' })] });
      return { status: 201, body: buildThread() };
    });
    const user = open('/customer-questions', server);
    await user.click(await screen.findByRole('link', { name: 'New Question' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'New Customer Question' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Add a new customer question' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/customer-questions');
    await fillIn(user);
    expect(await findToast('Customer question created successfully')).toEqual({ title: undefined, destructive: false });
    expect(await screen.findByRole('article', { name: 'Do they fit?' })).toBeTruthy();
    expect(window.location.pathname).toBe('/customer-questions');
    expect(server.callsTo(CREATE).map(({ body }) => body)).toEqual([
      { title: 'Do they fit?', description: 'Front\nand rear', status: 'open' },
    ]);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(window.location.pathname).toBe(`/customer-questions/${buildThread().id}`));
  });

  it('is in the list that it leads to, whatever status was chosen last', async () => {
    localStorage.setItem('question status 1', 'resolved');
    const server = fakeServer().on(LIST, { body: [buildThread()] });
    const user = open('/customer-questions/new', server.on(CREATE, { status: 201, body: buildThread() }));
    await fillIn(user);
    expect(await screen.findByRole('article')).toBeTruthy();
    expect(server.callsTo(LIST).every(({ query }) => query.get('status') === null)).toBe(true);
    expect(window.location.search).toBe('');
  });

  it("shows the schema's messages", async () => {
    const server = fakeServer();
    const user = open('/customer-questions/new', server);
    await fill(user, await screen.findByLabelText('Title'), '   ');
    await user.click(screen.getByRole('button', { name: 'Add Question' }));
    expect(await screen.findByText('Title is required')).toBeTruthy();
    expect(await screen.findByText('Description is required')).toBeTruthy();
    expect(server.callsTo(CREATE)).toHaveLength(0);
  });

  it.each([
    [refusal(400, 'No more today'), 'No more today'],
    [{ status: 400, body: { error: 'x' } }, 'An error occurred'],
    [{ status: 500, body: '' }, 'An error occurred'],
    [() => Promise.reject(new TypeError('Failed to fetch')), 'An error occurred'],
  ])('shows a refusal and keeps the form: %#', async (answer, text) => {
    const user = open('/customer-questions/new', fakeServer().on(CREATE, answer));
    await fillIn(user);
    expect(await findToast(text)).toEqual({ title: undefined, destructive: true });
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe(' Do they fit? ');
  });

  it('shows a fault at the field that the server names', async () => {
    const fault = { field: 'title', message: 'Title is too plain' };
    const user = open('/customer-questions/new', fakeServer().on(CREATE, refusal(400, fault.message, [fault])));
    await fillIn(user);
    expect(await screen.findByText(fault.message, { selector: '.ant-form-item-explain-error' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')));
  });

  it('is there again after the session has ended and the person has signed in', async () => {
    const server = fakeServer().on(CREATE, refusal(401, 'Not signed in'));
    const user = open('/customer-questions/new', server);
    await fillIn(user);
    await signInAgain(user, server);
    expect(await screen.findByDisplayValue('Do they fit?')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Front\nand rear');
  });
});
