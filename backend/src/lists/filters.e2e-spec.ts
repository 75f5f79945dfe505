import { plainToInstance } from 'class-transformer';
import { startApp, type TestApp } from '../../test/support/app';
import type { Api } from '../../test/support/api';
import { buildProduct } from '../../test/support/factories';
import { inside } from '../../test/support/processes/app-cluster';
import { queueOf } from '../http/budgets/queued';
import { ProductFilters } from './filter-query.dto';
import { filterConditions } from './filters';

let test: TestApp;
let api: Api;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  const { id } = (await api.get<{ id: number }>('/api/user')).body;
  await test.source.query("INSERT INTO tags (id, name, created_by_id) VALUES (3, 'three', $1), (5, 'five', $1)", [id]);
  // Alternately mine and nobody's; one a day, the newest first; every third with two tags; the first two put off.
  for (const table of ['customer_questions', 'problems'])
    await test.source.query(
      `INSERT INTO ${table} (title, description, status, created_by_id, assignee_id, tag_ids, snoozed_until, created_at)
       SELECT 'Thread ' || n, 'Brake', (ARRAY['open', 'in_progress', 'resolved'])[1 + n % 3], $1, CASE WHEN n % 2 = 0 THEN $1::integer END,
         CASE WHEN n % 3 = 0 THEN '{3,5}'::integer[] WHEN n % 3 = 1 THEN '{3}' ELSE '{}' END,
         CASE WHEN n < 3 THEN now() + interval '1 hour' WHEN n = 3 THEN now() - interval '1 hour' END,
         '2026-01-13T12:00:00Z'::timestamptz - n * interval '1 day'
       FROM generate_series(1, 12) AS n`,
      [id],
    );
  await test.source.query(`UPDATE problems SET images = '["https://shop.example/a.jpg"]' WHERE id % 4 = 0`);
});
afterAll(() => test.close());

const numbersOf = (titles: { title: string }[]): number[] => titles.map(({ title }) => Number(title.split(' ')[1]));
const found = async (query: string, path = 'customer-questions'): Promise<number[]> => {
  const { body, status } = await api.get<{ title: string }[]>(`/api/${path}?${query}`);
  expect(status).toBe(200);
  return numbersOf(body);
};

it.each([
  ['status=open', [12, 9, 6, 3]],
  ['status=open,in_progress', [12, 10, 9, 7, 6, 4, 3, 1]],
  ['assignee=me', [12, 10, 8, 6, 4, 2]],
  ['assignee=1', [12, 10, 8, 6, 4, 2]],
  ['assignee=2', []],
  ['assignee=none', [11, 9, 7, 5, 3, 1]],
  ['tag=3', [12, 10, 9, 7, 6, 4, 3, 1]],
  ['tag=5,3', [12, 9, 6, 3]],
  ['tag=7', []],
  ['snoozed=true', [2, 1]],
  ['snoozed=false&assignee=me', [12, 10, 8, 6, 4]],
  ['waiting=true', [12, 10, 9, 7, 6, 4, 3, 1]],
  ['waiting=false', [11, 8, 5, 2]],
  ['waitingFrom=2026-01-09T12:00:00Z', [4, 3, 1]],
  ['waitingTo=2026-01-09T12:00:00%2B01:00&tag=5', [12, 9, 6]],
  ['hasImages=false', [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
  ['hasImages=true', []],
  ['product=1', []],
  // The newest by creation are those with the lowest numbers.
  ['createdFrom=2026-01-09T12:00:00Z', [1, 2, 3, 4]],
  ['createdTo=2026-01-09T12:00:00Z&assignee=me', [6, 8, 10, 12]],
  ['createdTo=2026-01-09T12:00:00Z&assignee=me&sort=oldest', [12, 10, 8, 6]],
  ['status=open&assignee=me&tag=3&createdFrom=2026-01-02T00:00:00Z', [6]],
])('lists questions with %s', async (query, numbers) => {
  expect(await found(query)).toEqual(numbers);
  expect(await found(`${query}&limit=200`)).toEqual(numbers);
  const { body: totals } = await api.get<any>(`/api/statistics/question?${query.replace('&sort=oldest', '')}`);
  expect(totals).toMatchObject({ total: numbers.length, isExact: true });
});

it('pages through a filtered list in every order', async () => {
  for (const query of [
    'tag=3',
    'tag=3&createdFrom=2026-01-01T00:00:00Z',
    'tag=3&sort=oldest&createdTo=2026-02-01T00:00:00Z',
  ]) {
    const whole = await found(query);
    const pages: number[] = [];
    for (let path: string | undefined = `/api/customer-questions?limit=3&${query}`; path;) {
      const page: Awaited<ReturnType<typeof api.get<{ title: string }[]>>> = await api.get<{ title: string }[]>(path);
      pages.push(...numbersOf(page.body));
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(whole).toHaveLength(8);
    expect(pages).toEqual(whole);
  }
});

it('filters what a search finds, in every order', async () => {
  for (const sort of ['newest', 'relevance']) {
    expect(await found(`q=brake&sort=${sort}&assignee=me&status=open`, 'problems/search')).toEqual([12, 6]);
    expect(await found(`q=zzzz&sort=${sort}&assignee=me`, 'problems/search')).toEqual([]);
  }
  const totals = async (query: string): Promise<any> =>
    (await api.get(`/api/statistics/problem?q=brake&${query}`)).body;
  expect(await totals('assignee=me&status=open')).toMatchObject({ total: 2, isExact: true });
  expect(await totals('assignee=me&status=open&sort=relevance')).toMatchObject({ total: 2, isExact: true });
});

it('filters by pictures', async () => {
  expect(await found('hasImages=true', 'problems')).toEqual([12, 8, 4]);
  expect(await found('hasImages=false&status=open', 'problems')).toEqual([9, 6, 3]);
});

it('filters products by an extra field and by pictures', async () => {
  const fields = [{ Axle: 'front' }, { Axle: 'Front' }, { Axle: 'front disc' }, { Side: 'front' }, { Axle: 'vo: %_' }];
  for (const [index, extraFields] of fields.entries())
    await api.post('/api/products', buildProduct({ name: `Disc ${index}`, sku: `D-${index}`, extraFields }));
  const skus = async (query: string): Promise<string[]> =>
    (await api.get<{ sku: string }[]>(`/api/products?images=url&${query}`)).body.map(({ sku }) => sku);
  expect(await skus('field=Axle:front')).toEqual(['D-0']);
  expect(await skus(`field=${encodeURIComponent('Axle:vo: %_')}`)).toEqual(['D-4']);
  expect(await skus('field=Axle:front&hasImages=false')).toEqual([]);
  expect(await skus('hasImages=true&sort=sku')).toEqual(['D-0', 'D-1', 'D-2', 'D-3', 'D-4']);
  expect((await api.get<any>('/api/statistics/product?field=Axle:front')).body.total).toBe(1);
});

it('finds an extra field whose name has colons', async () => {
  const extraFields = { 'Bolt pattern: front: outer': '5x112: wide' };
  const { body } = await api.post<any>('/api/products', buildProduct({ extraFields }));
  const ids = async (field: string): Promise<number[]> =>
    (await api.get<any[]>(`/api/products?images=url&field=${encodeURIComponent(field)}`)).body.map(({ id }) => id);
  expect(await ids('Bolt pattern: front: outer:5x112: wide')).toEqual([body.id]);
  expect(await ids('Bolt pattern: front:5x112: wide')).toEqual([]);
  expect(await ids('Bolt pattern:front: outer:5x112: wide')).toEqual([]);
  expect(await ids('bolt pattern: front: outer:5x112: wide')).toEqual([]);
  expect(await ids('Bolt pattern: front: outer:5x112: wide:')).toEqual([]);
  expect(await ids('Bolt pattern: front: outer:5x112:')).toEqual([]);
  expect((await api.get('/api/products?field=a:b&field=c:d')).status).toBe(400);
  expect((await api.get(`/api/products?field=${'a:'.repeat(1000)}`)).status).toBe(200);
});

it('looks at each product once, however many colons a field has', () => {
  const values: unknown[] = [];
  const text = `${'a:'.repeat(90)}b`;
  const { field } = plainToInstance(ProductFilters, { field: text });
  const [condition] = filterConditions({ kind: 'product' }, { field }, (value) => `$${values.push(value)}`);
  expect(values).toEqual(['b', text]);
  expect(condition).not.toContain(' OR ');
});

inside('lets a page and a total by an extra field wait among the searches, and others not', async () => {
  const run = jest.spyOn(queueOf('searches'), 'run');
  for (const [path, turns] of [
    ['products?limit=5&field=Axle:vo', 1],
    ['statistics/product?field=Axle:vo', 1],
    ['products?limit=5&hasImages=true', 0],
    ['statistics/product?hasImages=true', 0],
  ] as const) {
    run.mockClear();
    expect((await api.get(`/api/${path}`)).status).toBe(200);
    expect([path, run.mock.calls.length]).toEqual([path, turns]);
  }
  run.mockRestore();
});

it.each([
  ['customer-questions?status=closed', 'Status must be one of open, in_progress, resolved'],
  ['customer-questions?assignee=0', 'assignee must be me, none or the number of a colleague'],
  ['customer-questions?tag=1,x', 'tag must be the numbers of at most 20 tags'],
  ['customer-questions?product=1,2147483648', 'product must be the numbers of at most 200 products'],
  ['customer-questions?createdFrom=yesterday', 'createdFrom must be a time such as 2026-12-01T08:00:00.000Z'],
  ['customer-questions?waiting=1', 'waiting must be true or false'],
  ['customer-questions?snoozed=true&snoozed=false', 'snoozed must be true or false'],
  ['products?field=Axle', 'field must be a name, a colon and a value, at most 2000 characters'],
  ['statistics/product?assignee=me', 'assignee is no filter of the kind product'],
  ['statistics/update?status=open', 'Status must be one of active, archived'],
])('refuses %s', async (path, message) => {
  const { status, body } = await api.get<any>(`/api/${path}`);
  expect([status, body.message]).toEqual([400, message]);
});

it.each([
  ['products', 'sort=newest', 'sort=name'],
  ['products', 'sort=name', 'sort=newest'],
  ['customer-questions', 'sort=newest', 'createdFrom=2026-01-01T00:00:00Z'],
  ['customer-questions', 'createdFrom=2026-01-01T00:00:00Z', 'sort=oldest'],
])('refuses the cursor of %s with %s for a list with %s', async (name, one, other) => {
  const { headers } = await api.get(`/api/${name}?limit=1&${one}`);
  const cursor = /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1];
  expect(cursor).toBeDefined();
  const { status, body } = await api.get<any>(`/api/${name}?limit=1&cursor=${cursor}&${other}`);
  expect([status, body.message]).toEqual([400, 'cursor must come from the Link header of the page before']);
});
