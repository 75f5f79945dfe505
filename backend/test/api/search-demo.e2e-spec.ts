import { demoProblems } from '../../src/platform/demo/past/problems';
import { demoProducts } from '../../src/platform/demo/products';
import { demoQuestions } from '../../src/platform/demo/past/questions';
import { demoUpdates } from '../../src/platform/demo/past/updates';
import type { SearchAnswerDto } from '../../src/search/search.dto';
import { searchQueries } from '../fixtures/search-queries';
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
    for (const response of responses) await create(`${LISTS.question}/${id}/responses`, { response });
  }
  for (const { title, description } of demoProblems()) await create(LISTS.problem, { title, description });
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
  const found: Results = {};
  for (const [kind, path] of Object.entries(LISTS)) {
    const query = `sort=relevance&limit=${FIRST}&q=${encodeURIComponent(q)}`;
    const { body, headers } = await api.get<{ id: number }[]>(`${path}/search?${query}`);
    found[kind] = { ids: body.map(({ id }) => id), isPartial: headers.get('x-matches') === 'partial' };
  }
  return found;
}

it('has 200 frozen queries, each with products that there are', () => {
  expect(Object.keys(searchQueries)).toHaveLength(200);
  for (const right of Object.values(searchQueries).flatMap((parts) => parts.split(' ')))
    expect([...skus.values()].some((sku) => sku.includes(right))).toBe(true);
});

it('shows a right product among the first five, and the same ones in list and palette', async () => {
  const missed: string[] = [];
  for (const [q, right] of Object.entries(searchQueries)) {
    const listed = await lists(q);
    const found = await palette(q);
    expect({ q, product: found.product }).toEqual({ q, product: listed.product });
    // The palette leaves out what has some of the words where a record of another kind has all.
    const isAnyFull = Object.values(listed).some(({ ids, isPartial }) => ids.length > 0 && !isPartial);
    const shown = Object.entries(listed).filter(([, { isPartial }]) => !(isAnyFull && isPartial));
    expect({ q, ...found }).toEqual({ q, ...nothing, ...Object.fromEntries(shown) });
    const first = listed.product.ids.map((id) => skus.get(id) ?? '');
    const isRight = (sku: string): boolean => right.split(' ').some((part) => sku.includes(part));
    if (!first.some(isRight)) missed.push(`${q} (${right}): ${first.join(' ') || 'nothing'}`);
  }
  expect({ missed: missed.length <= (1 - GOAL) * 200 ? [] : missed }).toEqual({ missed: [] });
}, 120_000);
