import { startApp, type TestApp } from '../../test/support/app';
import type { Api } from '../../test/support/api';
import { count, newSeed, report, seededFault } from '../../test/reliability/reliability-config';
import { seeded } from '../platform/demo/random';

const QUERIES = count(50, 1000);
const THREADS = 300;
const DAY_MS = 24 * 60 * 60 * 1000;
const PATHS = { question: 'customer-questions', problem: 'problems' };
const STATUSES = ['open', 'in_progress', 'resolved'];
const WORDS = ['brake', 'filter', 'pump', 'ab-1234', 'zx'];

const seed = newSeed();
const random = seeded(seed);
const below = (limit: number): number => Math.floor(random() * limit);
const pick = <T>(values: readonly T[]): T => values[below(values.length)];
const some = <T>(values: readonly T[]): T[] => values.filter(() => random() < 0.5);

/** A thread as the database has it. */
interface Row {
  id: number;
  title: string;
  status: string;
  assignee_id: number | null;
  tag_ids: number[];
  snoozed_until: Date | null;
  created_at: Date;
  waiting_since: Date | null;
  images?: string[];
  /** The products that it is linked to. */
  products: number[];
}

let test: TestApp;
let api: Api;
let me: number;
let rows: Record<keyof typeof PATHS, Row[]>;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  me = (await api.get<{ id: number }>('/api/user')).body.id;
  await test.source.query(
    "INSERT INTO users (email, password) VALUES ('b@shop.example', '-'), ('c@shop.example', '-')",
  );
  const tags =
    "INSERT INTO tags (id, name, created_by_id) SELECT id, 'Tag ' || id, $1 FROM unnest('{3,5,7}'::integer[]) AS id";
  await test.source.query(tags, [me]);
  for (const table of ['customer_questions', 'problems']) await makeThreads(table);
  await test.source.query(`UPDATE problems SET images = '["https://shop.example/a.jpg"]' WHERE id % 3 = 0`);
  await test.source.query("INSERT INTO products (name, sku) VALUES ('One', '1'), ('Two', '2')");
  await makeLinks();
  const linked = `ARRAY(SELECT product_id FROM product_links WHERE state = 'linked' AND record_id = thread.id AND kind = $1) AS products`;
  const read = (kind: string, table: string): Promise<Row[]> => {
    const text = `SELECT *, ${linked} FROM ${table} AS thread`;
    return test.source.query<Row[]>(text, [kind]);
  };
  rows = { question: await read('question', 'customer_questions'), problem: await read('problem', 'problems') };
});
afterAll(() => test.close());
jest.setTimeout(count(60_000, 600_000));

const time = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

async function makeThreads(table: string): Promise<void> {
  const threads = Array.from({ length: THREADS }, () => ({
    title: some(WORDS).join(' ') || 'Other',
    status: pick(STATUSES),
    assignee_id: pick([null, me, me + 1]),
    tag_ids: some([3, 5, 7]),
    snoozed_until: pick([null, null, time(-1), time(1)]),
    created_at: time(below(40)),
  }));
  const text = `
    INSERT INTO ${table} (title, description, status, assignee_id, tag_ids, snoozed_until, created_at, created_by_id)
    SELECT title, 'Text', status, assignee_id, tag_ids, snoozed_until, created_at, $2
    FROM jsonb_to_recordset($1::jsonb) AS thread (title text, status text, assignee_id integer, tag_ids integer[],
      snoozed_until timestamptz, created_at timestamptz)`;
  await test.source.query(text, [JSON.stringify(threads), me]);
}

/** Some threads of both kinds have both products, some one, and one of those links is rejected here and there. */
function makeLinks(): Promise<unknown> {
  return test.source.query(`
    INSERT INTO product_links (kind, record_id, product_id, source, state)
    SELECT kind, record_id, product.id, 'code', CASE WHEN record_id % 7 = 0 THEN 'rejected' ELSE 'linked' END
    FROM unnest(ARRAY['question', 'problem']) AS kind, generate_series(1, ${THREADS}) AS record_id, products AS product
    WHERE (record_id + length(kind)) % (product.id + 1) = 0`);
}

type Kept = (row: Row) => boolean;

/** Filters as a query has them, and whether a row passes, by a second reading of what they mean. */
const FILTERS: (() => [name: string, value: string, keeps: Kept])[] = [
  () => {
    const statuses = [...some(STATUSES), pick(STATUSES)];
    return ['status', statuses.join(','), ({ status }) => statuses.includes(status)];
  },
  () => {
    const [value, id] = pick([
      ['me', me],
      ['none', null],
      [String(me + 1), me + 1],
    ] as const);
    return ['assignee', value, ({ assignee_id }) => assignee_id === id];
  },
  () => {
    const tags = [...new Set([...some([3, 5]), pick([3, 5, 7, 9])])];
    return ['tag', tags.join(','), ({ tag_ids }) => tags.every((tag) => tag_ids.includes(tag))];
  },
  () => {
    const product = pick([1, 2, 9]);
    return ['product', String(product), ({ products }) => products.includes(product)];
  },
  () => timeFilter('createdFrom', 'created_at', 1),
  () => timeFilter('createdTo', 'created_at', -1),
  () => timeFilter('waitingFrom', 'waiting_since', 1),
  () => timeFilter('waitingTo', 'waiting_since', -1),
  () => yesOrNo('waiting', ({ waiting_since }) => waiting_since !== null),
  () => yesOrNo('snoozed', ({ snoozed_until }) => snoozed_until !== null && snoozed_until.getTime() > Date.now()),
  () => yesOrNo('hasImages', ({ images = [] }) => images.length > 0),
];

function timeFilter(name: string, column: 'created_at' | 'waiting_since', sign: 1 | -1): [string, string, Kept] {
  const limit = Date.parse(time(below(40)));
  const isKept = (at: Date | null): boolean =>
    at !== null && (sign === 1 ? at.getTime() >= limit : at.getTime() < limit);
  return [name, new Date(limit).toISOString(), (row) => isKept(row[column])];
}

function yesOrNo(name: string, is: Kept): [string, string, Kept] {
  const wanted = random() < 0.5;
  return [name, String(wanted), (row) => is(row) === wanted];
}

interface Asked {
  kind: keyof typeof PATHS;
  params: URLSearchParams;
  /** What passes the filters; undefined where the words of a search say it too. */
  expected: number[] | undefined;
}

function randomQuery(): Asked {
  const kind = pick(['question', 'problem'] as const);
  const filters = [...FILTERS].sort(() => random() - 0.5).slice(0, below(5));
  const chosen = filters.map((filter) => filter());
  const params = new URLSearchParams(Object.fromEntries(chosen));
  const words = random() < 0.4 ? [pick(WORDS), ...(random() < 0.3 ? [pick(WORDS)] : [])] : [];
  if (words.length > 0) params.set('q', words.join(' '));
  if (random() < 0.5) params.set('sort', pick(['newest', 'oldest', ...(words.length > 0 ? ['relevance'] : [])]));
  const isRanked = params.get('sort') === 'relevance';
  const holds = (row: Row): boolean => words.every((word) => row.title.includes(word));
  const kept = rows[kind].filter((row) => chosen.every(([, , keeps]) => keeps(row)) && holds(row));
  return { kind, params, expected: isRanked ? undefined : idsOf(kept) };
}

const idsOf = (found: { id: number }[]): number[] => found.map(({ id }) => id);
const sorted = (ids: number[]): number[] => [...ids].sort((a, b) => a - b);

async function read(address: string): Promise<number[]> {
  const ids: number[] = [];
  for (let path: string | undefined = address; path;) {
    const page: Awaited<ReturnType<typeof api.get<Row[]>>> = await api.get<Row[]>(path);
    expect([path, page.status]).toEqual([path, 200]);
    ids.push(...idsOf(page.body));
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return ids;
}

async function exported(address: string): Promise<number[]> {
  const { text, status } = await api.get(address);
  expect([address, status]).toEqual([address, 200]);
  return text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number(line.split(',')[0]));
}

/** Asks all that answers a query; throws where one answers other rows than the next. */
async function compare({ kind, params, expected }: Asked): Promise<void> {
  const path = `/api/${PATHS[kind]}`;
  const query = params.toString();
  const searched = await read(`${path}/search?${query}`);
  const context = `seed ${seed}: ${kind}?${query}`;
  const same = (what: string, ids: number[]): void => expect([context, what, ids]).toEqual([context, what, searched]);
  if (!params.has('q')) {
    same('list', await read(`${path}?${query}`));
    same('pages', await read(`${path}?${query}&limit=${1 + below(60)}`));
  }
  same('pages of the search', await read(`${path}/search?${query}&limit=${1 + below(60)}`));
  same('export', await exported(`${path}/export?${query}`));
  const counted = new URLSearchParams(params);
  if (counted.get('sort') !== 'relevance') counted.delete('sort');
  const { body } = await api.get<any>(`/api/statistics/${kind}?${counted}`);
  expect([context, 'count', body.total, body.isExact]).toEqual([context, 'count', searched.length, true]);
  if (expected) expect([context, 'model', sorted(searched)]).toEqual([context, 'model', sorted(expected)]);
}

it('answers the same rows in list, search, count and export', async () => {
  let found = 0;
  for (let asked = 0; asked < QUERIES; asked++) {
    const query = randomQuery();
    if (query.expected && query.expected.length > 0) found++;
    await compare(query);
  }
  expect(found).toBeGreaterThan(QUERIES / 4);
  report('same rows', `${QUERIES} queries from seed ${seed}, ${found} that find something, none differ`);
});

seededFault('same rows', 'a row that the index of tags does not know', async () => {
  rows.question[0].tag_ids = [9];
  const params = new URLSearchParams({ tag: '9' });
  await expect(compare({ kind: 'question', params, expected: [rows.question[0].id] })).rejects.toThrow('model');
});
