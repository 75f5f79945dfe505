import { screen, waitFor, within } from '@testing-library/react';
import { anna, fakeServer, findToast, open } from '../../../test/open';

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
    expect(await screen.findByText(anna.email)).toBeTruthy();
    const chart = await screen.findByRole('img', {
      name: /^Bar chart: Products 12, Problems 3, Questions 4, Updates 5/,
    });
    expect(within(chart).getByText(/^Products=12 Problems=3 Questions=4 Updates=5/)).toBeTruthy();
    const table = screen.getByRole('table', { name: 'Overview Statistics' });
    const rows = within(table).getAllByRole('row').slice(1, 5);
    expect(rows.map((row) => row.textContent)).toEqual(['Products12', 'Problems3', 'Questions4', 'Updates5']);
  });

  it('stays at 0 and says so when the counts cannot be read', async () => {
    open('/', fakeServer().on('GET /api/statistics', { status: 500, body: '' }));
    const { textContent: text } = await screen.findByText(/^Failed to fetch/, { selector: '.toast-description' });
    // Modules add their kinds.
    expect(text).toMatch(/^Failed to fetch products, problems, questions(,| and) updates/);
    expect((await findToast(text)).destructive).toBe(true);
    expect(within(screen.getByRole('main')).getByRole('alert').textContent).toContain(text);
    await waitFor(() => {
      for (const [label] of cards) expect(screen.getByRole('link', { name: `${label} 0` })).toBeTruthy();
    });
  });

  it('leads to /auth when the session has ended', async () => {
    open('/', fakeServer().on('GET /api/statistics', { status: 401, body: '' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Login' })).toBeTruthy();
    expect(window.location.pathname).toBe('/auth');
  });
});
