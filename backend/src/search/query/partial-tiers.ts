import type { EntityManager } from 'typeorm';
import { preparedStatement, runPreparedIn } from '../../database/prepared-statement';
import type { QueryTerm } from './query-terms';
import { tokenQuery, type RankTier } from './rank-tiers';
import type { SearchTable } from '../search-sources';

/** The first rank of records that have some of the words. */
const PARTIAL = 11;

/** So many words are combined, the rarest, in so many ways at most: each is a look-up. */
const MAX_TOKENS = 5;
const MAX_COMBINATIONS = 16;
/** Up to so many rows a word is counted, in the newest 131,072 ids: as a sample in the newest eighth of them first. */
const MAX_COUNTED = 300;
const SAMPLED = Math.ceil(MAX_COUNTED / 8);
/** All rows with such a word are read, not the newest first. */
const RARE = 200;

interface CountedToken {
  query: string;
  /** What it says by its rarity. */
  weight: number;
  isRare: boolean;
}

/**
 * The tiers of what has some of the words only, by what these say together: a rare word says more than a common one. A word is
 * what stands between two spaces, so codes are not taken apart.
 */
export async function partialTiers(
  manager: EntityManager,
  table: SearchTable,
  terms: QueryTerm[],
): Promise<RankTier[]> {
  const significant = terms.filter(({ isOptional }) => !isOptional);
  const tokens = [...new Set(significant.map(({ token }) => token))];
  if (tokens.length < 2) return [];
  const queries = tokens.map((token) => significant.filter((term) => term.token === token));
  const counted = await countTokens(manager, table, queries);
  const rarest = counted.sort((a, b) => b.weight - a.weight).slice(0, MAX_TOKENS);
  const best = combinations(rarest)
    .filter((some) => some.length < tokens.length)
    .map((some) => ({ some, weight: some.reduce((sum, { weight }) => sum + weight, 0) }))
    .sort((a, b) => b.weight - a.weight);
  const tried = best.filter(
    ({ some }, index) => index < MAX_COMBINATIONS || (some.length === 1 && some[0] === rarest[0]),
  );
  return tried.map(({ some }, index) => tierOf(some, PARTIAL + index));
}

function tierOf(tokens: CountedToken[], tier: number): RankTier {
  const words = tokens.map(({ query }) => query).join('&');
  return { tier, words, pattern: '', isRare: tokens.some(({ isRare }) => isRare) };
}

/** The words that records have, as they stand, or else with typos. */
async function countTokens(
  manager: EntityManager,
  { name, words }: SearchTable,
  tokens: QueryTerm[][],
): Promise<CountedToken[]> {
  if (tokens.length < 2) return [];
  const queries = tokens.map((terms) => ({
    plain: tokenQuery(terms, false) ?? null,
    forgiving: tokenQuery(terms, true) ?? null,
  }));
  const countIn = (window: string, query: string, most: number): string => `(SELECT count(*)::integer FROM (
    SELECT FROM ${name} WHERE ${words} @@ (${query} || '&' || ${window})::tsquery LIMIT ${most}) AS counted)`;
  // The index lists all rows with a common word before the first is counted: a sample of them is a smaller list.
  const count = (query: string): string => `CASE
    WHEN sample IS NOT NULL AND ${countIn('sample', query, SAMPLED)} = ${SAMPLED} THEN ${MAX_COUNTED}
    ELSE ${countIn('recent', query, MAX_COUNTED)} END`;
  const blocks = (last: string): string =>
    `(SELECT '(' || string_agg(format('''#%s''', block), '|') || ')' FROM generate_series(${last}, newest) AS block)`;
  const statement = `
    SELECT found.plain, CASE WHEN found.plain = 0 AND token.forgiving IS DISTINCT FROM token.plain
      THEN ${count('token.forgiving')} END AS forgiving
    FROM jsonb_to_recordset($1) AS token (place integer, plain text, forgiving text),
      (SELECT ${blocks('oldest')} AS recent,
         CASE WHEN newest - oldest >= 7 THEN ${blocks('newest - (newest - oldest + 1) / 8 + 1')} END AS sample
       FROM (SELECT newest, greatest(newest - 31, 0) AS oldest FROM
         (SELECT coalesce(max(id) >> 12, 0) AS newest FROM ${name}) AS last_block) AS ends OFFSET 0) AS windows,
      LATERAL (SELECT ${count('token.plain')} AS plain OFFSET 0) AS found
    ORDER BY place`;
  const rows = await runPreparedIn<{ plain: number; forgiving: number | null }>(manager, preparedStatement(statement), [
    JSON.stringify(queries.map((query, index) => ({ place: index, ...query }))),
  ]);
  return rows.flatMap(({ plain, forgiving }, index) => {
    const query = plain > 0 ? queries[index].plain : queries[index].forgiving;
    const found = plain > 0 ? plain : (forgiving ?? 0);
    const weight = Math.log(1 + (2 * MAX_COUNTED) / found);
    return query && found > 0 ? [{ query: `(${query})`, weight, isRare: found < RARE }] : [];
  });
}

/** All ways to take some of them. */
function combinations<T>(items: T[]): T[][] {
  return items.reduce<T[][]>((some, item) => [...some, ...some.map((chosen) => [...chosen, item]), [item]], []);
}
