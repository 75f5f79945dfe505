import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { foldAll, type Folded } from './folding';
import { fragment, matches, pieces } from './pieces';
import { KINDS, type HitDto, type HitsDto, type Kind, type SearchAnswerDto } from './search.dto';
import { readTerms, soughtTexts, tiersOf, type Term, type Tier } from './terms';

/** Nobody who types waits longer, ms. */
const PATIENCE = 2000;
/** Exact, by words of the title, by its beginnings, by any text, by a response, by letters anywhere: the best first. */
const EXACT = 0;
const LETTERS = 5;

const SOURCES: Record<Kind, { table: string; responses?: string; texts: string }> = {
  product: { table: 'products', texts: "name, sku, ean, vehicle, description, (SELECT string_agg(value, ' · ') FROM json_each_text(extra_fields))" },
  question: { table: 'customer_questions', responses: 'question_responses', texts: 'title, description' },
  problem: { table: 'problems', responses: 'problem_responses', texts: 'title, description' },
  update: { table: 'updates', texts: 'title, content' },
};

/** A record that was found, how well, and by which of its responses. */
interface Found {
  kind: Kind;
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
    return this.database.transaction(async (database) => {
      await database.query(`SET LOCAL statement_timeout = ${PATIENCE}`);
      const terms = await readTerms(database, q);
      const found = isLeft() ? [] : await find(database, { q, terms, limit });
      if (isLeft()) return { groups: [] };
      const [typed] = await foldAll(database, [q]);
      return { groups: await show(database, found, soughtTexts(terms, typed.text.split(/\s+/))) };
    });
  }
}

/** Looks ever further, as long as there is room: exact codes, words, words with typos, letters anywhere. */
async function find(database: EntityManager, { q, terms, limit }: { q: string; terms: Term[]; limit: number }): Promise<Found[]> {
  const exact = await findExact(database, q, limit);
  const found = new Map(exact.map((hit) => [`${hit.kind} ${hit.id}`, hit]));
  const add = (hits: Found[]): void => hits.forEach((hit) => found.has(`${hit.kind} ${hit.id}`) || found.set(`${hit.kind} ${hit.id}`, hit));
  add(await findWords(database, tiersOf(terms), limit));
  if (found.size === 0) add(await findWords(database, tiersOf(terms, true), limit));
  // Parts of a SKU are often typed from its middle.
  if (exact.length === 0 && /\d/.test(q)) add(await findLetters(database, 'product', { q, limit }));
  if (found.size === 0) for (const kind of KINDS) add(await findLetters(database, kind, { q, limit }));
  return KINDS.flatMap((kind) => [...found.values()].filter((hit) => hit.kind === kind).slice(0, limit));
}

async function findExact(database: EntityManager, q: string, limit: number): Promise<Found[]> {
  const rows = await database.query<{ id: number }[]>(
    `SELECT id FROM products WHERE fold_text(sku) = fold_text($1) OR fold_text(ean) = fold_text($1) ORDER BY sku = $1 OR ean = $1 DESC, id DESC LIMIT $2`,
    [q.trim(), limit],
  );
  return rows.map(({ id }) => ({ kind: 'product', id, tier: EXACT, response: null }));
}

/** One question to the database for all kinds; responses are only looked into where their threads leave room. */
async function findWords(database: EntityManager, tiers: Tier[], limit: number): Promise<Found[]> {
  if (tiers.length === 0) return [];
  const inKind = (kind: Kind): string => {
    const { table, responses } = SOURCES[kind];
    const hits = `WITH hits AS MATERIALIZED (SELECT tier, record_id, NULL::integer AS row_id FROM search_tiers('search_in_${table}', $1, $3)) SELECT '${kind}' AS kind, * FROM hits`;
    return responses ? `${hits} UNION ALL SELECT '${kind}', 4, record_id, row_id FROM search_tiers('search_in_${responses}', $2, $3) WHERE (SELECT count(*) FROM hits) < $3` : hits;
  };
  const rows = await database.query<{ kind: Kind; tier: number; record_id: number; row_id: number | null }[]>(KINDS.map((kind) => `(${inKind(kind)})`).join(' UNION ALL '), [JSON.stringify(tiers), JSON.stringify(tiers.slice(-1)), limit]);
  return rows.map(({ kind, tier, record_id: id, row_id: response }) => ({ kind, id, tier, response }));
}

async function findLetters(database: EntityManager, kind: Kind, { q, limit }: { q: string; limit: number }): Promise<Found[]> {
  const words = [...new Set(q.split(/\s+/).filter(Boolean))];
  const rows = await database.query<{ id: number }[]>(
    `SELECT id FROM ${SOURCES[kind].table} WHERE ${words.map((_word, index) => `search_text LIKE like_pattern($${index + 2})`).join(' AND ')} ORDER BY id DESC LIMIT $1`,
    [limit, ...words],
  );
  return rows.map(({ id }) => ({ kind, id, tier: LETTERS, response: null }));
}

/** Reads the texts of what was found, and shows where. */
async function show(database: EntityManager, found: Found[], sought: string[]): Promise<HitsDto[]> {
  if (found.length === 0) return [];
  const texts = await readTexts(database, found);
  const there = found.filter((hit) => texts.has(hit));
  const folded = await foldAll(database, there.flatMap((hit) => texts.get(hit) as string[]));
  let next = 0;
  const shown = there.map((hit) => {
    const all = (texts.get(hit) as string[]).map((text) => ({ text, folded: folded[next++] }));
    return { ...hit, hit: hitOf(hit, all, sought) };
  });
  const best = (kind: Kind): number => Math.min(...there.filter((hit) => hit.kind === kind).map(({ tier }) => tier));
  return KINDS.filter((kind) => there.some((hit) => hit.kind === kind))
    .sort((a, b) => best(a) - best(b))
    .map((kind) => ({ kind, hits: shown.filter((one) => one.kind === kind).map(({ hit }) => hit) }));
}

/** The texts of each record, its title first, its response next; without those that are gone. */
async function readTexts(database: EntityManager, found: Found[]): Promise<Map<Found, string[]>> {
  const parts = KINDS.flatMap((kind) => {
    const { table, texts, responses } = SOURCES[kind];
    const wanted = `jsonb_to_recordset($1) AS hit (kind text, id integer, response integer)`;
    const response = responses ? `(SELECT response FROM ${responses} WHERE ${responses}.id = hit.response)` : 'NULL';
    return found.some((hit) => hit.kind === kind) ? `SELECT hit.kind, hit.id, ARRAY[${response}, ${texts}] AS texts FROM ${wanted} JOIN ${table} AS record ON record.id = hit.id WHERE hit.kind = '${kind}'` : [];
  });
  const rows = await database.query<{ kind: Kind; id: number; texts: (string | null)[] }[]>(parts.join(' UNION ALL '), [JSON.stringify(found)]);
  const byKey = new Map(rows.map(({ kind, id, texts: [response, title, ...others] }) => [`${kind} ${id}`, [title, response, ...others].filter((text) => text !== null)]));
  return new Map(found.flatMap((hit) => (byKey.has(`${hit.kind} ${hit.id}`) ? [[hit, byKey.get(`${hit.kind} ${hit.id}`) as string[]]] : [])));
}

/** The fragment is of the first text that holds something the title does not. */
function hitOf({ id, tier }: Found, [title, ...others]: { text: string; folded: Folded }[], sought: string[]): HitDto {
  const inTitle = matches(title.folded.text, sought);
  const missing = sought.filter((text) => !title.folded.text.includes(text));
  const elsewhere = tier < 3 && tier !== EXACT && missing.length === 0 ? undefined : others.map((other) => ({ ...other, found: matches(other.folded.text, missing) })).find((other) => other.found.length > 0);
  return {
    id,
    title: pieces(title.text, title.folded, inTitle),
    fragment: elsewhere ? fragment(elsewhere.text, elsewhere.folded, matches(elsewhere.folded.text, sought)) : [],
    exact: tier === EXACT,
  };
}
