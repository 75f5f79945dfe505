import { demoProblems } from '../../src/platform/demo/past/problems';
import { demoProducts } from '../../src/platform/demo/products';
import { demoQuestions } from '../../src/platform/demo/past/questions';
import { demoUpdates } from '../../src/platform/demo/past/updates';
import type { SearchAnswerDto } from '../../src/search/search.dto';
import { searchQueries } from '../fixtures/search-queries';
import { searchQueriesMore, threadQueriesMore } from '../fixtures/search-queries-more';
import type { Api } from '../support/api';
import { startApp, type TestApp } from '../support/app';

const FIRST = 5;
/** The least part of the queries for which a right product is among the first. */
const GOAL = 0.9;

const LISTS = {
  product: '/api/products',
  question: '/api/customer-questions',
  problem: '/api/problems',
  update: '/api/updates',
};

/** The first records of each kind, by their numbers, and whether they are said to be partial. */
type Results = Record<string, { ids: number[]; isPartial: boolean }>;

const nothing: Results = Object.fromEntries(Object.keys(LISTS).map((kind) => [kind, { ids: [], isPartial: false }]));

let test: TestApp;
let api: Api;
const skus = new Map<number, string>();
/** The titles of questions and problems, by kind and number. */
const titles = new Map<string, string>();

const sets: [string, Record<string, string>, number][] = [
  ['first', searchQueries, 200],
  ['second', searchQueriesMore, 142],
];

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  // The photos of the shop are drawn, which takes long, and are not searched.
  for (const { name, sku, ean, vehicle, description, extraFields } of demoProducts()) {
    const product = { name, sku, ean, vehicle, description, extraFields, images: ['https://shop.example/part.jpg'] };
    skus.set(await create(LISTS.product, product), sku);
  }
  // What other records say decides which words there are.
  for (const { title, description, status, responses } of demoQuestions()) {
    const id = await create(LISTS.question, { title, description, status });
    titles.set(`question ${id}`, title);
    for (const response of responses) await create(`${LISTS.question}/${id}/responses`, { response });
  }
  for (const { title, description } of demoProblems())
    titles.set(`problem ${await create(LISTS.problem, { title, description })}`, title);
  for (const { title, content } of demoUpdates) await create(LISTS.update, { title, content });
}, 120_000);
afterAll(() => test.close());

async function create(path: string, record: object): Promise<number> {
  const { status, body } = await api.post(path, record);
  expect(status).toBe(201);
  return body.id;
}

async function palette(q: string): Promise<Results> {
  const { body } = await api.get<SearchAnswerDto>(`/api/search?limit=${FIRST}&q=${encodeURIComponent(q)}`);
  const found = (kind: string): Results[string] => {
    const group = body.groups.find((one) => one.kind === kind);
    return { ids: (group?.hits ?? []).map(({ id }) => id), isPartial: group?.partial ?? false };
  };
  return Object.fromEntries(Object.keys(LISTS).map((kind) => [kind, found(kind)]));
}

async function lists(q: string): Promise<Results> {
  const query = `sort=relevance&limit=${FIRST}&q=${encodeURIComponent(q)}`;
  const found = Object.entries(LISTS).map(async ([kind, path]): Promise<[string, Results[string]]> => {
    const { body, headers } = await api.get<{ id: number }[]>(`${path}/search?${query}`);
    return [kind, { ids: body.map(({ id }) => id), isPartial: headers.get('x-matches') === 'partial' }];
  });
  return Object.fromEntries(await Promise.all(found));
}

it.each(sets)('has a %s set of frozen queries, each with products that there are', (_name, queries, count) => {
  expect(Object.keys(queries)).toHaveLength(count);
  for (const right of Object.values(queries).flatMap((parts) => parts.split(' ')))
    expect([...skus.values()].some((sku) => sku.includes(right))).toBe(true);
});

it.each(sets)(
  'shows a right product of the %s set among the first five, alike in list and palette',
  async (_name, queries, count) => {
    const missed: string[] = [];
    for (const [q, right] of Object.entries(queries)) {
      const [listed, found] = await Promise.all([lists(q), palette(q)]);
      expect({ q, product: found.product }).toEqual({ q, product: listed.product });
      // The palette leaves out what has some of the words where a record of another kind has all.
      const isAnyFull = Object.values(listed).some(({ ids, isPartial }) => ids.length > 0 && !isPartial);
      const shown = Object.entries(listed).filter(([, { isPartial }]) => !(isAnyFull && isPartial));
      expect({ q, ...found }).toEqual({ q, ...nothing, ...Object.fromEntries(shown) });
      const first = listed.product.ids.map((id) => skus.get(id) ?? '');
      const isRight = (sku: string): boolean => right.split(' ').some((part) => sku.includes(part));
      if (!first.some(isRight)) missed.push(`${q} (${right}): ${first.join(' ') || 'nothing'}`);
    }
    expect({ missed: missed.length <= (1 - GOAL) * count ? [] : missed }).toEqual({ missed: [] });
  },
  120_000,
);

it.each(
  Object.entries(threadQueriesMore).flatMap(([kind, queries]) =>
    Object.entries(queries).map(([q, right]) => [kind, q, right]),
  ),
)('shows a right %s among the first five for %s', async (kind, q, right) => {
  const { [kind]: found } = await palette(q);
  expect(found).toEqual((await lists(q))[kind]);
  expect(found.ids.map((id) => titles.get(`${kind} ${id}`))).toContainEqual(expect.stringContaining(right));
});
