import { startApp, type TestApp } from '../../../test/support/app';
import type { Api } from '../../../test/support/api';
import { countAll, countMatches } from './totals';

let test: TestApp;
let api: Api;

const totals = async (path: string): Promise<any> => (await api.get(`/api/statistics/${path}`)).body;
const THREADS = { kind: 'question', table: 'customer_questions', statuses: ['open', 'in_progress', 'resolved'] };

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  await test.source.query(`
    INSERT INTO customer_questions (title, description, status, created_by_id)
    SELECT CASE WHEN n % 2 = 0 THEN 'Brake' ELSE 'Filter' END, 'Does it fit?',
      CASE WHEN n <= 5 THEN 'open' WHEN n <= 8 THEN 'in_progress' ELSE 'resolved' END, 1 FROM generate_series(1, 20) AS n`);
});
afterAll(() => test.close());

it('counts all records of a kind, in all and by status', async () => {
  expect(await totals('question')).toEqual({
    total: 20,
    isExact: true,
    byStatus: [
      { status: 'open', total: 5, isExact: true },
      { status: 'in_progress', total: 3, isExact: true },
      { status: 'resolved', total: 12, isExact: true },
    ],
  });
  expect(await totals('product')).toEqual({ total: 0, isExact: true, byStatus: [] });
});

it('counts what a search of the list finds', async () => {
  expect(await totals('question?q=BRAKE%20fit')).toEqual({
    total: 10,
    isExact: true,
    byStatus: [
      { status: 'open', total: 2, isExact: true },
      { status: 'in_progress', total: 2, isExact: true },
      { status: 'resolved', total: 6, isExact: true },
    ],
  });
  for (const part of ['ra', 'k', 'rake%20o', 'it%3F']) {
    const { body } = await api.get<unknown[]>(`/api/customer-questions/search?q=${part}`);
    expect(await totals(`question?q=${part}`)).toMatchObject({ total: body.length, isExact: true });
  }
  expect(await totals('question?q=%20')).toMatchObject({ total: 20 });
  expect(await totals('update?q=zzz')).toMatchObject({ total: 0, isExact: true });
});

it('counts what a search by relevance finds: other forms of the words, and the best partial matches', async () => {
  expect(await totals('question?q=brakes&sort=relevance')).toMatchObject({ total: 10, isExact: true });
  expect(await totals('question?q=brakes')).toMatchObject({ total: 0 });
  const partial = await totals('question?q=brake%20gasket&sort=relevance');
  expect(partial.byStatus.reduce((sum: number, { total }: { total: number }) => sum + total, 0)).toBe(partial.total);
  expect((await api.get('/api/statistics/question?q=a&sort=newest')).status).toBe(400);
});

it.each(['brakes', 'brake gasket', 'fit', 'zzz'])(
  'the list by relevance, its totals and the search of everything have as many for %s',
  async (text) => {
    const q = encodeURIComponent(text);
    const listed = await api.get<{ status: string }[]>(`/api/customer-questions/search?sort=relevance&q=${q}`);
    const found = await api.get<any>(`/api/search?totals=true&limit=1&q=${q}`);
    const { total, byStatus } = await totals(`question?sort=relevance&q=${q}`);
    expect(total).toBe(listed.body.length);
    expect(found.body.groups.map((group: { total: number }) => group.total)).toEqual(total > 0 ? [total] : []);
    for (const { status, total: ofStatus } of byStatus)
      expect([status, ofStatus]).toEqual([status, listed.body.filter((one) => one.status === status).length]);
  },
);

it('counts updates that are archived apart', async () => {
  const of = (status: string) => ({ title: status, content: 'News', status });
  for (const status of ['active', 'active', 'archived']) await api.post('/api/updates', of(status));
  const byStatus = [
    { status: 'active', total: 2, isExact: true },
    { status: 'archived', total: 1, isExact: true },
  ];
  expect(await totals('update')).toMatchObject({ total: 3, byStatus });
  expect(await totals('update?q=news')).toMatchObject({ total: 3, byStatus });
});

it('says where there are more than it counts', async () => {
  expect(await countMatches(test.source, THREADS, { words: ['brake'] }, 4)).toMatchObject({ total: 4, isExact: false });
  expect(await countMatches(test.source, THREADS, { words: ['brake'] }, 10)).toMatchObject({
    total: 10,
    isExact: true,
  });
  // One status may have any number: the others are counted, and it has what they leave.
  expect((await countAll(test.source, THREADS, 20, 5)).byStatus).toMatchObject([
    { total: 5, isExact: true },
    { total: 3, isExact: true },
    { total: 12, isExact: true },
  ]);
  expect((await countAll(test.source, THREADS, 20, 4)).byStatus).toMatchObject([
    { total: 4, isExact: false },
    { total: 3, isExact: true },
    { total: 4, isExact: false },
  ]);
});

it('knows no other kinds', async () => {
  expect((await api.get('/api/statistics/user')).status).toBe(404);
  expect((await api.get('/api/statistics/webhook')).status).toBe(404);
});
