import { screen, waitFor, within } from '@testing-library/react';
import { FakeIntersectionObserver } from '../../../test/browser';
import { change, connected } from '../../../test/live';
import { anna, findToast, open } from '../../../test/open';
import { emptyQueueServer as fakeServer } from '../../../test/queue';

const cards = [
  ['Registered products', '/products', '12'],
  ['Active problems', '/problems', '3'],
  ['Total questions', '/customer-questions', '4'],
  ['Recent updates', '/updates', '5'],
] as const;

describe('the dashboard', () => {
  it.each(cards)('counts: %s', async (label, path, count) => {
    open('/', fakeServer());
    const card = await screen.findByRole('link', { name: `${label} ${count}` });
    expect(card.getAttribute('href')).toBe(path);
  });

  it('shows who is signed in, and the chart with its table', async () => {
    open('/', fakeServer());
    expect((await screen.findAllByText(anna.email)).length).toBeGreaterThan(0);
    const chart = await screen.findByRole('img', {
      name: /^Bar chart: Products 12, Problems 3, Questions 4, Updates 5/,
    });
    expect(within(chart).getByText(/^Products=12 Problems=3 Questions=4 Updates=5/)).toBeTruthy();
    const table = screen.getByRole('table', { name: 'Overview Statistics' });
    const rows = within(table).getAllByRole('row').slice(1, 5);
    expect(rows.map((row) => row.textContent)).toEqual(['Products12', 'Problems3', 'Questions4', 'Updates5']);
  });

  it('loads the chart when it is on the screen', async () => {
    FakeIntersectionObserver.isAway = true;
    open('/', fakeServer());
    await screen.findByText('Nobody waits.');
    expect(screen.getByRole('table', { name: 'Overview Statistics' })).toBeTruthy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(screen.queryByRole('img', { name: /^Bar chart/ })).toBeNull();
    FakeIntersectionObserver.scrollTo();
    expect(await screen.findByRole('img', { name: /^Bar chart/ })).toBeTruthy();
  });

  it('stays at 0 and says so when the counts cannot be read', async () => {
    open('/', fakeServer().on('GET /api/statistics', { status: 500, body: '' }));
    const { textContent: text } = await screen.findByText(/^Failed to fetch/, { selector: '.toast-description' });
    // Modules add their kinds.
    expect(text).toMatch(/^Failed to fetch products, problems, questions(,| and) updates/);
    expect((await findToast(text)).destructive).toBe(true);
    expect(within(screen.getByRole('main')).getByRole('alert').textContent).toContain(
      'The numbers could not be loaded.',
    );
    await waitFor(() => {
      for (const [label] of cards) expect(screen.getByRole('link', { name: `${label} 0` })).toBeTruthy();
    });
  });

  it('reads once for changes that come together, and the trends once more when the server has counted them', async () => {
    const week = { week: '2026-05-04', answered: 0, resolved: 0, medianResponseSeconds: null };
    const trends = (opened: number) => ({ body: [{ kind: 'question', weeks: [{ ...week, opened }] }] });
    let countedAt = Infinity;
    const server = fakeServer().on('GET /api/trends', () => trends(Date.now() < countedAt ? 1 : 2));
    open('/', server);
    expect(await screen.findByText(/^This week: 1 opened/)).toBeTruthy();
    const events = await connected();
    const before = server.callsTo('GET /api/statistics').length;
    events.send('change', change({ kind: 'question', recordId: 1 }));
    await new Promise((resolve) => setTimeout(resolve, 60));
    events.send('change', change({ kind: 'question', recordId: 1 }));
    countedAt = Date.now() + 300;
    expect(await screen.findByText(/^This week: 2 opened/)).toBeTruthy();
    expect(server.callsTo('GET /api/statistics').length - before).toBe(1);
  });

  it('leads to /auth when the session has ended', async () => {
    open('/', fakeServer().on('GET /api/statistics', { status: 401, body: '' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Login' })).toBeTruthy();
    expect(window.location.pathname).toBe('/auth');
  });
});
