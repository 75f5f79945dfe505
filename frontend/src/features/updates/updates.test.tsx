import { screen, waitFor, within } from '@testing-library/react';
import { buildNews } from '../../../test/builders';
import { fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal, type Answer } from '../../../test/server';
import { signInAgain } from '../../../test/thread-contract';

const LIST = 'GET /api/updates';
const SEARCH = 'GET /api/updates/search';
const CREATE = 'POST /api/updates';
const READ = 'GET /api/updates/7';
const never = () => new Promise<Answer>(() => undefined);

describe('the list of updates', () => {
  it('shows title, content and time, and leads to the update', async () => {
    const server = fakeServer().on(LIST, { body: [buildNews({ id: 7, title: 'Opening hours' })] });
    open('/updates', server);
    const card = await screen.findByRole('article', { name: 'Opening hours' });
    expect(within(card).getByText('Closed on Monday.').classList).toContain('two-lines');
    expect(card.querySelector('time')?.dateTime).toBe('2026-03-04T05:06:07.000Z');
    expect(within(card).getByRole('link', { name: 'Opening hours' }).getAttribute('href')).toBe('/updates/7');
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/');
    expect(main.getByRole('link', { name: 'New Update' }).getAttribute('href')).toBe('/updates/new');
  });

  it('is gone through by j and k', async () => {
    const server = fakeServer().on(LIST, {
      body: [buildNews({ id: 7, title: 'Opening hours' }), buildNews({ id: 6, title: 'Stocktaking' })],
    });
    const user = open('/updates', server);
    await screen.findByRole('article', { name: 'Stocktaking' });
    for (const [keys, title] of [
      ['j', 'Opening hours'],
      ['j', 'Stocktaking'],
      ['jk', 'Opening hours'],
    ] as const) {
      await user.keyboard(keys);
      expect(document.activeElement?.textContent).toBe(title);
    }
    // Also from a button of a row.
    await user.tab();
    await user.keyboard('j{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe('/updates/6'));
  });

  it('shows three skeleton cards while loading', async () => {
    open('/updates', fakeServer().on(LIST, never));
    await screen.findByText('Loading updates');
    expect(document.querySelectorAll('.skeleton-card')).toHaveLength(3);
  });

  it('says that they cannot be read, and that there are none', async () => {
    const server = fakeServer().on(LIST, { status: 500, body: '' });
    const user = open('/updates', server);
    expect(await screen.findByText('Failed to fetch updates')).toBeTruthy();
    server.on(LIST, { body: [] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No updates found')).toBeTruthy();
  });

  it('shows archived ones too, until one asks for the others, which is remembered', async () => {
    const [stocktaking, old] = [buildNews({ title: 'Stocktaking' }), buildNews({ id: 6, title: 'Old rules' })];
    const server = fakeServer().on(LIST, ({ query }) => ({
      body: query.get('status') === 'active' ? [stocktaking] : [stocktaking, old],
    }));
    const user = open('/updates', server);
    expect(await screen.findByRole('article', { name: 'Old rules' })).toBeTruthy();
    expect(server.callsTo(LIST)[0]?.query.has('status')).toBe(false);
    const tabs = within(screen.getByRole('navigation', { name: 'Status' }));
    expect(tabs.getByRole('link', { current: true }).textContent).toContain('All');
    await user.click(tabs.getByRole('link', { name: 'Active' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Old rules' })).toBeNull());
    await user.click(screen.getByRole('link', { name: 'Questions' }));
    await screen.findByRole('heading', { level: 1, name: 'Customer Questions' });
    await user.click(screen.getByRole('link', { name: 'Updates' }));
    await waitFor(() => expect(window.location.search).toBe('?status=active'));
  });

  it('has all of them where the dashboard leads, which counts all', async () => {
    const server = fakeServer().on(LIST, ({ query }) => ({
      body: query.has('status') ? [] : [buildNews({ title: 'Old rules' })],
    }));
    const user = open('/', server);
    await user.click(await screen.findByRole('link', { name: 'Recent updates 5' }));
    expect(await screen.findByRole('article', { name: 'Old rules' })).toBeTruthy();
    const tabs = within(screen.getByRole('navigation', { name: 'Status' }));
    expect(tabs.getByRole('link', { current: true }).textContent).toContain('All');
    expect(window.location.search).toBe('');
    expect(server.callsTo(LIST).filter(({ query }) => query.has('status'))).toEqual([]);
  });

  it('searches all of them', async () => {
    const server = fakeServer()
      .on(LIST, { body: [] })
      .on(SEARCH, { body: [buildNews({ title: 'Opening hours' })] });
    const user = open('/updates', server);
    await fill(user, await screen.findByPlaceholderText('Search updates...'), 'hours');
    expect(await screen.findByRole('article', { name: 'Opening hours' })).toBeTruthy();
    expect(server.callsTo(SEARCH)[0]?.query.get('q')).toBe('hours');
    expect(server.callsTo(SEARCH).some(({ query }) => query.has('status'))).toBe(false);
  });
});

describe('a new update', () => {
  async function fillIn(user: ReturnType<typeof open>): Promise<void> {
    await fill(user, await screen.findByLabelText('Title'), 'Opening hours');
    await fill(user, screen.getByLabelText('Content'), 'Closed\non Monday');
    await user.click(screen.getByRole('button', { name: 'Create Update' }));
  }

  it('is sent, and leads to the list', async () => {
    const server = fakeServer().on(LIST, { body: [] }).on(CREATE, { status: 201, body: buildNews() });
    const user = open('/updates/new', server);
    await fillIn(user);
    expect(await findToast('Update created successfully')).toEqual({ title: 'Success', destructive: false });
    expect(await screen.findByRole('heading', { level: 1, name: 'Updates' })).toBeTruthy();
    expect(server.callsTo(CREATE)[0]?.body).toEqual({
      title: 'Opening hours',
      content: 'Closed\non Monday',
      status: 'active',
    });
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(window.location.pathname).toBe(`/updates/${buildNews().id}`));
  });

  it("shows the schema's messages", async () => {
    const user = open('/updates/new', fakeServer());
    await user.click(await screen.findByRole('button', { name: 'Create Update' }));
    expect(await screen.findByText('Title is required')).toBeTruthy();
    expect(await screen.findByText('Content is required')).toBeTruthy();
  });

  it.each([
    [refusal(400, 'Not so'), 'Not so'],
    [{ status: 400, body: { error: 'x' } }, 'An error occurred'],
    [{ status: 500, body: '' }, 'An error occurred'],
  ])('shows a refusal and keeps the form: %#', async (answer, text) => {
    const user = open('/updates/new', fakeServer().on(CREATE, answer));
    await fillIn(user);
    expect(await findToast(text)).toEqual({ title: 'Error', destructive: true });
    expect(screen.getByLabelText<HTMLTextAreaElement>('Content').value).toBe('Closed\non Monday');
  });

  it('is there again after the session has ended and the person has signed in', async () => {
    const server = fakeServer().on(CREATE, refusal(401, 'Not signed in'));
    const user = open('/updates/new', server);
    await fillIn(user);
    await signInAgain(user, server);
    expect(await screen.findByDisplayValue('Opening hours')).toBeTruthy();
  });
});

describe('an update', () => {
  it('shows title, time, and content with its line breaks', async () => {
    open('/updates/7', fakeServer().on(READ, { body: buildNews({ id: 7, content: 'Closed\n  on Monday' }) }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Opening hours' })).toBeTruthy();
    await waitFor(() => expect(document.querySelector('.long-text')?.textContent).toBe('Closed\n  on Monday'));
    expect(document.querySelector('time')?.dateTime).toBe('2026-03-04T05:06:07.000Z');
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/updates');
  });

  it('says that it is loading', async () => {
    open('/updates/7', fakeServer().on(READ, never));
    expect(await screen.findByText('Loading...')).toBeTruthy();
  });

  it('is archived although one goes on to the next one before the answer is there', async () => {
    const [next, archived] = [buildNews({ id: 5, title: 'Parking' }), buildNews({ id: 6, title: 'Old rules' })];
    let answer = (_answer: Answer) => undefined as void;
    const server = fakeServer()
      .on(LIST, { body: [archived, next] })
      .on('GET /api/updates/6', { body: archived })
      .on('GET /api/updates/5', { body: next })
      .on('PATCH /api/updates/6', () => new Promise((resolve) => (answer = resolve)));
    const user = open('/updates', server);
    await user.click(await screen.findByRole('link', { name: 'Old rules' }));
    await screen.findByRole('button', { name: 'Archive' });
    // Both are known by then: no skeleton is between them.
    await user.keyboard('j');
    await screen.findByRole('heading', { level: 1, name: 'Parking' });
    await user.keyboard('k');
    await screen.findByRole('heading', { level: 1, name: 'Old rules' });
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    await user.keyboard('j');
    expect(await screen.findByRole('heading', { level: 1, name: 'Parking' })).toBeTruthy();
    answer({ body: { ...archived, status: 'archived' } });
    await findToast('Update archived');
    expect(screen.getByRole('heading', { level: 1, name: 'Parking' })).toBeTruthy();
    await user.keyboard('k');
    expect(await screen.findByRole('button', { name: 'Make active again' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.callsTo('PATCH /api/updates/6').at(-1)?.body).toEqual({ status: 'active' }));
  });

  it('says that it cannot be read, or is missing', async () => {
    const server = fakeServer().on(READ, { status: 500, body: '' });
    const user = open('/updates/7', server);
    expect(await screen.findByText('Failed to fetch update')).toBeTruthy();
    server.on(READ, refusal(404, 'Update not found'));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Update not found')).toBeTruthy();
  });
});
