import { Client } from 'pg';
import { startApp, type TestApp } from '../../test/support/app';
import type { Api } from '../../test/support/api';
import { Question } from '../features/questions/question.entity';
import { readRows } from './read-rows';

let test: TestApp;
let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  // 4,000 products, and after them more of one kind than are read before an index.
  await test.source.transaction(async (manager) => {
    await manager.query('SET LOCAL session_replication_role = replica');
    await manager.query(`
      INSERT INTO products (name, sku, search_text)
      SELECT 'Product ' || n, n, concat_ws(' ', 'qz', '123', CASE WHEN n = 400 THEN 'code-4711-04711' END, CASE WHEN n % 400 = 0 THEN 'wk' END) FROM generate_series(1, 4000) AS n`);
    await manager.query(
      "INSERT INTO products (name, sku, search_text) SELECT 'Import ' || n, n, 'uniform-0987654 u-f' || CASE WHEN n % 400 = 0 THEN ' rs' ELSE '' END FROM generate_series(4001, 24100) AS n",
    );
  });
});
afterAll(() => test.close());

/** The SKUs that a search answers, page by page, and how the first page was read. */
async function found(query: string): Promise<{ skus: string[]; ways: string[] }> {
  const skus: string[] = [];
  let ways: string[] | undefined;
  const queries = jest.spyOn(Client.prototype, 'query');
  for (let path: string | undefined = `/api/products/search?limit=20&${query}`; path && skus.length < 60;) {
    const page: Awaited<ReturnType<typeof api.get<{ sku: string }[]>>> = await api.get<{ sku: string }[]>(path);
    skus.push(...page.body.map(({ sku }) => sku));
    ways ??= queries.mock.calls.flatMap(([call]) => wayOf((call as { text?: string }).text ?? '') ?? []);
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  queries.mockRestore();
  return { skus, ways: ways ?? [] };
}

function wayOf(text: string): string | undefined {
  const scanned = /LIMIT (\d+)\) AS scanned/.exec(text);
  if (scanned) return `first ${scanned[1]}`;
  if (text.includes('AS found')) return 'index';
  return /FROM "?products"? WHERE search_text LIKE/.test(text) ? 'planner' : undefined;
}

const every = (step: number, from = 4000): string[] =>
  Array.from({ length: Math.min(60, from / step) }, (_none, index) => String(from - index * step));

it.each([
  ['reads on by the index for a pair that is common', 'q=qz', every(1), ['first 5000', 'index']],
  ['asks the index for a pair that is rare', 'q=wk', every(400), ['first 5000', 'index']],
  ['asks the index for what is nowhere', 'q=xj', [], ['first 5000', 'index']],
  ['takes no index for what is met soon', 'q=un', every(1, 24_100), ['first 5000']],
  ['goes by another order', 'q=qz&sort=oldest', every(1, 60).reverse(), ['first 5000']],
  ['takes no index for a word of single letters that is met soon', 'q=u-f', every(1, 24_100), ['first 5000']],
  ['leaves a number to the planner', 'q=123', every(1), ['planner']],
  ['asks the index for a part of a code', 'q=code-4711-04711', ['400'], ['first 5000', 'index']],
  ['takes no index for a part of a code that all have', 'q=uniform-0987654', every(1, 24_100), ['first 5000']],
  ['leaves a whole code to the planner', 'q=2101034111514', [], ['planner']],
  ['reads more where the first rows have some', 'q=rs', every(400, 24_000).slice(0, 50), ['first 5000', 'first 50000']],
])('%s', async (_what, query, skus, ways) => {
  expect(await found(query)).toEqual({ skus, ways });
});

it.each(['newest', 'relevance'] as const)(
  'leaves a list of what belongs to a record to that with words, %s',
  async (sort) => {
    const colleague = await test.signedIn();
    const question = { title: 'Wobble', description: 'The saddle wobbles' };
    const { id, createdById } = (await colleague.post('/api/customer-questions', question)).body;
    await api.post('/api/customer-questions', question);
    const questions = test.source.getRepository(Question);
    const read = readRows(questions, { q: 'wobble', sort, partOf: ['created_by_id', createdById] });
    expect((await read({ after: null, limit: 10 })).rows.map((row) => row.id)).toEqual([id]);
  },
);
