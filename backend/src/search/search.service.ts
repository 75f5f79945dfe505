import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { everyWord, everyWordIndexed, wordsOf, type Bind } from './word-conditions';
import { named, preparedIn } from '../database/prepared-statement';
import { currentReplica, readFromReplica } from '../platform/replicas/replica-context';
import { recordTypes, type RecordTypeOptions } from '../records/record-type';
import { foldAll, type Folded } from './folding';
import { fragment, matches, pieces } from './highlight';
import type { HitDto, HitsDto, SearchAnswerDto } from './search.dto';
import { readTerms, soughtForms, tiersOf, tiersOfCode, type Term, type Tier } from './terms';

/** Nobody who types waits longer, ms. */
const PATIENCE = '2000';
/** Exact, by words of the title, by its beginnings, by any text, by a response, by letters anywhere: the best first. */
const EXACT = 0;
const LETTERS = 5;

/** The kind whose records have codes. */
const CODED = 'product';

/** A record that was found, how well, and by which of its responses. */
interface Found {
  kind: string;
  id: number;
  tier: number;
  response: number | null;
}

/** Finds records of all kinds. */
@Injectable()
export class SearchService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The best `limit` hits of each kind, those with the best hit first. */
  async search(q: string, limit: number, isLeft: () => boolean = () => false): Promise<SearchAnswerDto> {
    if (q.trim() === '') return { groups: [] };
    return readFromReplica(this.database, currentReplica(), (source) =>
      source.transaction(async (database) => {
        const exact = await findExact(database, q, limit);
        const [{ text: typed }] = await foldAll(database, [q.trim()]);
        const terms = exact.length > 0 ? [] : await readTerms(database, q);
        const found =
          exact.length > 0
            ? [...exact, ...(await findNamed(database, tiersOfCode(typed, q.trim()), limit))]
            : await find(database, { q, terms, limit, isLeft });
        return {
          groups: isLeft() ? [] : await show(database, found, exact.length > 0 ? [[typed]] : soughtForms(terms, typed)),
        };
      }),
    );
  }
}

/** Planned once by each connection: these plans are always the same, and making them took a sixth of the time for a code. */
function ask<Row>(database: EntityManager, text: string, values: unknown[]): Promise<Row[]> {
  return preparedIn<Row>(database, named(text), values);
}

/** A code is what was meant: besides its product, only where others name it. */
function findNamed(database: EntityManager, tiers: Tier[], limit: number): Promise<Found[]> {
  return findWords(
    database,
    recordTypes().filter(({ kind }) => kind !== CODED),
    { tiers, limit },
  );
}

/** Looks ever further, as long as there is room: words, words with typos, letters anywhere. */
async function find(
  database: EntityManager,
  { q, terms, limit, isLeft }: { q: string; terms: Term[]; limit: number; isLeft: () => boolean },
): Promise<Found[]> {
  const found = await findWords(database, recordTypes(), { tiers: tiersOf(terms), limit });
  if (found.length === 0 && !isLeft())
    found.push(...(await findWords(database, recordTypes(), { tiers: tiersOf(terms, true), limit })));
  const coded = found.filter(({ kind }) => kind === CODED);
  // Parts of a SKU are often typed from its middle.
  const kinds = recordTypes().filter(
    ({ kind }) => found.length === 0 || (kind === CODED && /\d/.test(q) && coded.length < limit),
  );
  for (const kind of kinds) if (!isLeft()) found.push(...(await findLetters(database, kind, { q, limit })));
  return best(found, limit);
}

/** Each record once, as the best hit that it is, and at most `limit` of a kind. */
function best(found: Found[], limit: number): Found[] {
  const once = found.filter((hit, index) => found.findIndex((other) => keyOf(other) === keyOf(hit)) === index);
  return recordTypes().flatMap(({ kind }) => once.filter((hit) => hit.kind === kind).slice(0, limit));
}

/** Products with this code; and says how long each question after it may take, which saves one of its own. */
async function findExact(database: EntityManager, q: string, limit: number): Promise<Found[]> {
  // Each by its own index: the planner, which knows nothing of folded texts, would read both for thousands of rows.
  const [{ ids }] = await ask<{ ids: number[] }>(
    database,
    `SELECT set_config('statement_timeout', $3, true), ARRAY(
       SELECT id FROM (
         (SELECT id, sku = $1 AS same FROM products WHERE fold_text(sku) = fold_text($1) OFFSET 0) UNION ALL
         (SELECT id, ean = $1 FROM products WHERE fold_text(ean) = fold_text($1) OFFSET 0)
       ) AS found GROUP BY id ORDER BY bool_or(same) DESC, id DESC LIMIT $2
     ) AS ids`,
    [q.trim(), limit, PATIENCE],
  );
  return ids.map((id) => ({ kind: CODED, id, tier: EXACT, response: null }));
}

/** One question to the database for all kinds; responses are only looked into where their threads leave room. */
async function findWords(
  database: EntityManager,
  kinds: readonly RecordTypeOptions[],
  { tiers, limit }: { tiers: Tier[]; limit: number },
): Promise<Found[]> {
  if (tiers.length === 0) return [];
  const inKind = ({ kind, table, responses }: RecordTypeOptions): string => {
    const hits = `WITH hits AS MATERIALIZED (SELECT tier, record_id, NULL::integer AS row_id FROM search_${table}($1, $3)) SELECT '${kind}' AS kind, * FROM hits`;
    return responses
      ? `${hits} UNION ALL SELECT '${kind}', 4, record_id, row_id FROM search_${responses}($2, $3) WHERE (SELECT count(*) FROM hits) < $3`
      : hits;
  };
  const text = kinds.map((kind) => `(${inKind(kind)})`).join(' UNION ALL ');
  const rows = await ask<{ kind: string; tier: number; record_id: number; row_id: number | null }>(database, text, [
    JSON.stringify(tiers),
    JSON.stringify(tiers.slice(-1)),
    limit,
  ]);
  return rows.map(({ kind, tier, record_id: id, row_id: response }) => ({ kind, id, tier, response }));
}

/**
 * Letters anywhere, in the newest rows first and then by the indexes over three and two characters. The planner has no
 * choice: by chance it takes a rare text for a common one, and walks the whole table newest first.
 */
async function findLetters(
  database: EntityManager,
  { kind, table }: RecordTypeOptions,
  { q, limit }: { q: string; limit: number },
): Promise<Found[]> {
  const words = wordsOf(q);
  const values: unknown[] = [limit];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const condition = everyWord(words, bind).join(' AND ');
  const names = everyWordIndexed(words, bind).join(' AND ');
  const rows = await database.query<{ id: number }[]>(
    `WITH soon AS MATERIALIZED (SELECT id FROM (SELECT id, search_text FROM ${table} ORDER BY id DESC LIMIT 5000) AS newest WHERE ${condition} LIMIT $1)
     SELECT id FROM soon UNION ALL (SELECT id FROM (SELECT id FROM ${table} WHERE (SELECT count(*) FROM soon) < $1 AND ${names} OFFSET 0) AS found ORDER BY id DESC LIMIT $1)`,
    values,
  );
  return rows.map(({ id }) => ({ kind, id, tier: LETTERS, response: null }));
}

/** Reads the texts of what was found, and shows where; what is gone meanwhile is left out. */
async function show(database: EntityManager, found: Found[], sought: string[][]): Promise<HitsDto[]> {
  if (found.length === 0) return [];
  const texts = await readTexts(database, found);
  const there = found.flatMap((hit) =>
    texts.has(keyOf(hit)) ? [{ ...hit, texts: texts.get(keyOf(hit)) as string[] }] : [],
  );
  const folded = await foldAll(
    database,
    there.flatMap((hit) => hit.texts),
  );
  const groups = recordTypes()
    .map(({ kind }) => there.filter((hit) => hit.kind === kind))
    .filter((hits) => hits.length > 0);
  let next = 0;
  const hits = new Map(
    there.map((hit) => [
      hit,
      hitOf(
        hit,
        hit.texts.map((text) => ({ text, folded: folded[next++] })),
        sought,
      ),
    ]),
  );
  return groups
    .sort(([a], [b]) => a.tier - b.tier)
    .map((group) => ({ kind: group[0].kind, hits: group.map((hit) => hits.get(hit) as HitDto) }));
}

function keyOf({ kind, id }: { kind: string; id: number }): string {
  return `${kind} ${id}`;
}

/** The texts of each record by its key: the title first, its response next, empty ones left out. */
async function readTexts(database: EntityManager, found: Found[]): Promise<Map<string, string[]>> {
  // Of all kinds, whichever were found: one statement to plan.
  const parts = recordTypes().map(({ kind, table, texts, responses }) => {
    const response = responses
      ? `(SELECT response FROM ${responses} AS answer WHERE answer.id = hit.response)`
      : 'NULL';
    // A function of a column answers several values, a line each.
    const shown = texts.map((text) => (text.includes('(') ? `replace(${text}, E'\\n', ' · ')` : text));
    return `SELECT hit.kind, hit.id, ARRAY[${response}, ${shown.join(', ')}] AS texts
      FROM jsonb_to_recordset($1) AS hit (kind text, id integer, response integer) JOIN ${table} AS record ON record.id = hit.id WHERE hit.kind = '${kind}'`;
  });
  const rows = await ask<{ kind: string; id: number; texts: (string | null)[] }>(database, parts.join(' UNION ALL '), [
    JSON.stringify(found),
  ]);
  return new Map(
    rows.map(({ texts: [response, title, ...others], ...row }) => [
      keyOf(row),
      [title, response, ...others].filter((text) => text !== null),
    ]),
  );
}

/** The fragment is of the first text that holds something the title does not. */
function hitOf(
  { id, tier }: Found,
  [title, ...others]: { text: string; folded: Folded }[],
  sought: string[][],
): HitDto {
  const missing = sought.filter((forms) => matches(title.folded.text, [forms]).length === 0);
  const elsewhere = others.find(({ folded }) => matches(folded.text, missing).length > 0);
  return {
    id,
    title: pieces(title.text, title.folded, matches(title.folded.text, sought)),
    fragment: elsewhere ? fragment(elsewhere.text, elsewhere.folded, matches(elsewhere.folded.text, sought)) : [],
    exact: tier === EXACT,
  };
}
