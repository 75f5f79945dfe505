import { screen, within } from '@testing-library/react';
import { fakeServer, open } from '../../../test/open';

const server = () => fakeServer().on('GET /api/customer-questions', { body: [] }).on('GET /api/problems', { body: [] });
const week = (start: string, opened: number, medianResponseSeconds: number | null) => ({
  week: start,
  opened,
  answered: 2,
  resolved: 1,
  medianResponseSeconds,
});

it('shows the weeks of each kind as a table too', async () => {
  const trends = [{ kind: 'problem', weeks: [week('2026-11-16', 3, null), week('2026-11-23', 1200, 5400)] }];
  open('/', server().on('GET /api/trends', { body: trends }));
  const table = await screen.findByRole('table', { name: 'Problems by week' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual(['2026-11-16321none', '2026-11-231200212 h']);
  const card = within(screen.getByRole('region', { name: 'Trends' }));
  expect(card.getByText(/^This week: 1,200 opened, 2 answered, 1 resolved; first response 2 h$/)).toBeTruthy();
});

it('lists products that have more problems than expected', async () => {
  const affected = {
    product: { id: 7, sku: 'BD-288', name: 'Brake disc' },
    ...{ problems: 7, days: 7, expected: 0.4, lastAt: '2026-11-24T09:00:00.000Z', words: ['cracked', 'hub'] },
  };
  open('/', server().on('GET /api/products/affected', { body: [affected] }));
  const card = within(await screen.findByRole('region', { name: 'Affected products' }));
  expect((await card.findByRole('link', { name: 'Brake disc' })).getAttribute('href')).toBe('/products/7');
  expect(card.getByText('BD-288 · 7 problems in 7 days, 0.4 expected')).toBeTruthy();
  expect(card.getByText('More often: cracked, hub')).toBeTruthy();
});

it('says that there is none', async () => {
  open('/', server());
  expect(await screen.findByText('None at the moment')).toBeTruthy();
});
