import { screen, waitFor } from '@testing-library/react';
import { buildProblem, buildThread } from '../../../test/builders';
import { fakeServer, open } from '../../../test/open';

const CHOSEN = 'assignee=none&tag=3&product=12&createdFrom=2026-11-01T00:00:00.000Z&waiting=true&snoozed=false';

it.each([
  ['customer-questions', '', 'questions', ''],
  ['customer-questions', `status=open&${CHOSEN}`, 'questions', ''],
  ['customer-questions', `q=disc&status=open,in_progress&${CHOSEN}`, 'questions', '/search'],
  ['problems', `sort=oldest&hasImages=true&${CHOSEN}`, 'problems', ''],
  ['problems', 'q=disc&sort=newest&status=resolved', 'problems', '/search'],
])('of %s?%s has what the list shows', async (path, query, things, search) => {
  const list = `GET /api/${path}${search}`;
  const server = fakeServer()
    .on(list, { body: [{ ...buildProblem(), ...buildThread() }] })
    .on('GET /api/products/12', { body: { id: 12, name: 'Brake disc' } });
  open(`/${path}?${query}`, server);
  await screen.findByRole('article');
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Export' });
  expect([link.title, link.hasAttribute('download')]).toEqual([`Download these ${things} as CSV`, true]);
  const { pathname, searchParams } = new URL(link.href);
  expect(pathname).toBe(`/api/${path}/export`);
  const {
    limit: _limit,
    include: _include,
    images: _images,
    ...asked
  } = Object.fromEntries(server.callsTo(list).at(-1)?.query ?? []);
  expect(Object.fromEntries(searchParams)).toEqual(asked);
  expect(asked).toMatchObject(Object.fromEntries(new URLSearchParams(query)));
});

it('of a search with more matches than are ranked has them all', async () => {
  const server = fakeServer()
    .on('GET /api/problems/search', { body: [buildProblem()] })
    .on('GET /api/statistics/problem', { body: { total: 1000, isExact: false, byStatus: [] } });
  open('/problems?q=disc&status=open', server);
  const href = () => screen.getByRole<HTMLAnchorElement>('link', { name: 'Export' }).href;
  await waitFor(() => expect(href()).not.toContain('sort='));
  expect(href()).toMatch(/\?q=disc&status=open$/);
});
