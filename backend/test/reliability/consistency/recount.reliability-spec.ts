import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { backUp } from '../../../src/platform/backup/backup';
import { restore } from '../../../src/platform/backup/restore';
import { pick, seeded } from '../../../src/platform/demo/random';
import { withClient } from '../../../src/platform/embedded-postgres/server';
import { rebuildSearch } from '../../../src/search/rebuild/rebuild';
import type { SearchAnswerDto } from '../../../src/search/search.dto';
import type { Api } from '../../support/api';
import { startApp, type TestApp } from '../../support/app';
import { cloneDatabase } from '../../support/database';
import { count, newSeed, report, seededFault } from '../reliability-config';

const OPERATIONS = count(500, 20_000);
const WORDS =
  'Bremse Bremsscheibe Bremsbelag Scheibe Öl Ölfilter Filter Luftfilter Straße Strasse Spiegel Spiegelglas Lampe Lampen Rad Radlager Lager links rechts vorne hinten ÄNDERUNG Café Ζέστη Тормоз 汽车 kaputt kaput Lieferung liefern Antwort der die das und ist 280 12V QV482 AB-12'.split(
    ' ',
  );
/** Shorter words are not looked for inside of others. */
const MIN_INSIDE_LENGTH = 4;
const TABLES = {
  product: {
    responses: null,
    table: 'products',
    title: ['name', 'sku'],
    texts: ['ean', 'vehicle', 'description', "(SELECT string_agg(value, E'\\n') FROM json_each_text(extra_fields))"],
  },
  question: {
    table: 'customer_questions',
    title: ['title'],
    texts: ['description'],
    responses: { table: 'question_responses', parent: 'question_id' },
  },
  problem: {
    table: 'problems',
    title: ['title'],
    texts: ['description'],
    responses: { table: 'problem_responses', parent: 'problem_id' },
  },
  update: { responses: null, table: 'updates', title: ['title'], texts: ['content'] },
} as const;

/** A row as it is, with its words counted by hand. */
interface Counted {
  id: number;
  parent: number;
  title: Set<string>;
  words: Set<string>;
  folded: string;
  kept: string;
}

const seed = newSeed();
const random = seeded(seed);
let test: TestApp;
let api: Api;
let url: string;
let number = 0;

jest.setTimeout(count(120_000, 30 * 60_000));
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  url = test.databaseUrl;
});
afterAll(() => test.close());

const sentence = (words: number): string =>
  Array.from({ length: 1 + Math.floor(random() * words) }, () => pick(random, WORDS)).join(
    pick(random, [' ', ', ', '-', '\n']),
  );
const body = (long: string): object => ({ title: sentence(4), [long]: sentence(8) });
const productBody = (): object => ({
  name: sentence(4),
  sku: `${pick(random, WORDS)}-${++number}`,
  images: ['https://shop.example/a.jpg'],
  description: random() < 0.5 ? null : sentence(8),
  extraFields: random() < 0.5 ? {} : { Colour: sentence(2) },
});

/** The ids that were given out, and the change sets to take back. */
const ids: Record<string, number[]> = { products: [], 'customer-questions': [], problems: [], updates: [] };
const changeSets: string[] = [];

async function step(): Promise<void> {
  const create = async (path: string, fields: object): Promise<void> =>
    void ids[path].push((await api.post<{ id: number }>(`/api/${path}`, fields)).body.id);
  const some = (path: string): number => pick(random, ids[path]) ?? 1;
  const send = async (method: string, path: string, fields?: object): Promise<void> =>
    void changeSets.push((await api.send(method, path, fields)).headers.get('x-request-id') as string);
  const steps = [
    () => create('products', productBody()),
    () => send('PUT', `/api/products/${some('products')}`, productBody()),
    () => create('customer-questions', body('description')),
    () => create('problems', body('description')),
    () => create('updates', body('content')),
    () =>
      send(
        'PATCH',
        `/api/problems/${some('problems')}`,
        random() < 0.5 ? { title: sentence(4) } : { description: sentence(8) },
      ),
    () => send('PATCH', `/api/problems/${some('problems')}/status`, { status: 'resolved' }),
    () => send('DELETE', `/api/problems/${some('problems')}`),
    () => send('POST', `/api/customer-questions/${some('customer-questions')}/responses`, { response: sentence(8) }),
    () => send('POST', `/api/problems/${some('problems')}/responses`, { response: sentence(8) }),
    () =>
      send('POST', `/api/change-sets/${pick(random, changeSets) ?? '00000000-0000-4000-8000-000000000000'}/revert`, {}),
  ];
  await pick(random, steps)();
}

const wordsOf = (folded: string): string[] => folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

async function countRows(
  client: Client,
  table: string,
  { title, texts, parent = 'id' }: { title: readonly string[]; texts: readonly string[]; parent?: string },
): Promise<Counted[]> {
  const fold = (columns: readonly string[]): string => `fold_text(concat_ws(E'\\n', ${columns.join(', ')}))`;
  const kept = table.endsWith('responses') ? fold(texts) : 'search_text';
  const { rows } = await client.query<{
    id: number;
    parent: number;
    title: string | null;
    folded: string;
    kept: string;
  }>(
    `SELECT id, ${parent} AS parent, ${title.length > 0 ? fold(title) : "''"} AS title, ${fold([...title, ...texts])} AS folded, ${kept} AS kept FROM ${table} ORDER BY id DESC`,
  );
  return rows.map((row) => ({ ...row, title: new Set(wordsOf(row.title ?? '')), words: new Set(wordsOf(row.folded)) }));
}

/** What the index over the expression says, for each word, without a look at the rows. */
async function indexed(
  client: Client,
  table: string,
  column: string,
  condition: (value: string) => string,
  values: string[],
): Promise<Map<string, number[]>> {
  const {
    rows: [{ indexdef }],
  } = await client.query<{ indexdef: string }>('SELECT indexdef FROM pg_indexes WHERE indexname = $1', [
    `${table}_${column}`,
  ]);
  const expression = /USING gin \((.*)\)$/.exec(indexdef)?.[1];
  const found = new Map<string, number[]>();
  for (const value of values)
    found.set(
      value,
      (
        await client.query<{ id: number }>(
          `SELECT id FROM ${table} WHERE ${expression} ${condition(value.replaceAll("'", "''"))} ORDER BY id DESC`,
        )
      ).rows.map(({ id }) => id),
    );
  return found;
}

async function compareTable(client: Client, table: string, rows: Counted[]): Promise<string[]> {
  const vocabulary = [...new Set(rows.flatMap(({ words }) => [...words])), 'neverwritten'];
  const wanted = (has: (row: Counted) => boolean): string => JSON.stringify(rows.filter(has).map(({ id }) => id));
  const wrong = rows.filter(({ folded, kept }) => folded !== kept).map(({ id }) => `${table} ${id}: search_text`);
  const compare = (found: Map<string, number[]>, what: string, has: (row: Counted, value: string) => boolean): void => {
    for (const [value, there] of found)
      if (JSON.stringify(there) !== wanted((row) => has(row, value))) wrong.push(`${table}: ${what} ${value}`);
  };
  compare(
    await indexed(client, table, 'words', (word) => `@@ '''${word}'''::tsquery`, vocabulary),
    'word',
    ({ words }, word) => words.has(word),
  );
  compare(
    await indexed(client, table, 'words', (word) => `@@ '''/${word}'''::tsquery`, vocabulary),
    'title',
    ({ title }, word) => title.has(word),
  );
  if (table.endsWith('responses')) return wrong;
  const pairs = [...new Set(vocabulary.flatMap((word) => [word[0], word.slice(0, 2), word.slice(-2)]))];
  compare(await indexed(client, table, 'pairs', (pair) => `@> ARRAY['${pair}']`, pairs), 'pair', ({ folded }, pair) =>
    folded.includes(pair),
  );
  return wrong;
}

/** Everything in which the index differs from a count by hand. */
async function recount(database: string, { isRebuilt = false } = {}): Promise<string[]> {
  return withClient(database, async (client) => {
    await client.query('SET enable_seqscan = off; SET statement_timeout = 0');
    const wrong: string[] = [];
    const vocabulary = new Set<string>();
    for (const { table, responses, ...columns } of Object.values(TABLES)) {
      const rows = await countRows(client, table, columns);
      const answers = responses
        ? await countRows(client, responses.table, { title: [], texts: ['response'], parent: responses.parent })
        : [];
      wrong.push(
        ...(await compareTable(client, table, rows)),
        ...(responses ? await compareTable(client, responses.table, answers) : []),
      );
      for (const word of [...rows, ...answers].flatMap(({ words }) => [...words]))
        if (!/[0-9]/.test(word)) vocabulary.add(word);
    }
    const { rows: listed } = await client.query<{ word: string }>('SELECT DISTINCT word FROM search_words');
    const list = new Set(listed.map(({ word }) => word));
    wrong.push(...[...vocabulary].filter((word) => !list.has(word)).map((word) => `word list: ${word} is missing`));
    if (isRebuilt)
      wrong.push(...[...list].filter((word) => !vocabulary.has(word)).map((word) => `word list: ${word} is too much`));
    return wrong;
  });
}

/** What a search for one word must answer, by going through all rows. */
async function expected(client: Client, word: string, limit: number): Promise<string[]> {
  const begins = (words: Set<string>): boolean => [...words].some((one) => one.startsWith(word));
  const found: { tier: number; hits: string[] }[] = [];
  for (const [kind, { table, responses, ...columns }] of Object.entries(TABLES)) {
    const rows = await countRows(client, table, columns);
    const answers = responses
      ? await countRows(client, responses.table, { title: [], texts: ['response'], parent: responses.parent })
      : [];
    const tiers = [
      rows.filter(({ title }) => title.has(word)),
      rows.filter(({ title }) => begins(title)),
      rows.filter(({ words }) => begins(words)),
      answers.filter(({ words }) => begins(words)),
    ];
    // A kind in which no word begins with it is searched for its letters inside of words.
    if (word.length >= MIN_INSIDE_LENGTH && tiers.every((tier) => tier.length === 0))
      tiers.push(rows.filter(({ folded }) => folded.includes(word)));
    const hits = [...new Set(tiers.flatMap((tier) => tier.map(({ parent }) => `${kind} ${parent}`)))].slice(0, limit);
    if (hits.length > 0) found.push({ tier: tiers.findIndex((tier) => tier.length > 0), hits });
  }
  return found.sort((a, b) => a.tier - b.tier).flatMap(({ hits }) => hits);
}

it(`equals a recount after ${OPERATIONS} random operations, after a restore and after a rebuild`, async () => {
  for (let done = 0; done < OPERATIONS; done++) await step();
  expect([seed, await recount(url)]).toEqual([seed, []]);
  const folder = mkdtempSync(join(tmpdir(), 'recount-'));
  const file = join(folder, 'all.gz');
  await backUp({ url, file, say: () => undefined });
  const restored = await cloneDatabase('template0');
  await restore({ url: restored, file, say: () => undefined }).finally(() => rmSync(folder, { recursive: true }));
  expect([seed, await recount(restored)]).toEqual([seed, []]);
  await rebuildSearch(restored, () => undefined);
  expect([seed, await recount(restored, { isRebuilt: true })]).toEqual([seed, []]);
  report(
    'recount',
    `seed ${seed}: after ${OPERATIONS} operations, after a restore and after a rebuild every word, title and pair of characters is indexed as counted by hand`,
  );
});

it('answers what a walk through all rows answers', async () => {
  const words = [
    'brems',
    'bremse',
    'scheibe',
    'ol',
    'strasse',
    'filter',
    'rad',
    'lager',
    'der',
    'тор',
    'ζεστη',
    'anderung',
    'spie',
    'cafe',
  ];
  await withClient(url, async (client) => {
    for (const word of words) {
      const { body: answer } = await api.get<SearchAnswerDto>(`/api/search?limit=20&q=${encodeURIComponent(word)}`);
      expect([seed, word, answer.groups.flatMap(({ kind, hits }) => hits.map(({ id }) => `${kind} ${id}`))]).toEqual([
        seed,
        word,
        await expected(client, word, 20),
      ]);
    }
  });
});

describe.each([
  ['products', 'products_search_text'],
  ['question_responses', 'question_responses_words_insert'],
])('%s', (table, trigger) => {
  seededFault('recount', `the trigger ${trigger} is off`, async () => {
    await test.source.query(`ALTER TABLE ${table} DISABLE TRIGGER ${trigger}`);
    await api.post('/api/products', { ...productBody(), name: `Unnamed${table.replace('_', '')}` });
    await api.post('/api/customer-questions', body('description'));
    await api.post(`/api/customer-questions/${ids['customer-questions'][0] ?? 1}/responses`, {
      response: `Unheard${table.replace('_', '')}`,
    });
    expect(await recount(url)).not.toEqual([]);
    await test.source.query(`ALTER TABLE ${table} ENABLE TRIGGER ${trigger}`);
    await rebuildSearch(url, () => undefined);
    expect(await recount(url)).toEqual([]);
  });
});
