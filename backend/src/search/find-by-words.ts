import type { EntityManager } from 'typeorm';
import { preparedStatement, runPreparedIn } from '../database/prepared-statement';
import type { RankTier } from './query/rank-tiers';
import type { SearchTable } from './search-sources';

/**
 * Windows of ids that are searched one after the other until there are enough hits: the index skips through the long list of a
 * common word to the ids of a window. Counted from the newest block of 4,096 ids; null is the oldest block.
 */
const WINDOWS = [
  { first: 0, last: 1 },
  { first: 2, last: 31 },
  { first: 32, last: null },
];
const PATTERN_WINDOWS = [
  { first: 0, last: 1 },
  { first: 2, last: null },
];
const ALL = [{ first: 0, last: null }];

/** A record, and its row in the table: the record itself, or a response. */
export interface WordHit {
  tier: number;
  recordId: number;
  rowId: number;
}

/** The best `limit` records of a table by their words: the first tier first, the newest first in each. */
export async function findByWords(
  manager: EntityManager,
  table: SearchTable,
  { tiers, limit }: { tiers: RankTier[]; limit: number },
): Promise<WordHit[]> {
  if (tiers.length === 0) return [];
  // A regular expression is slow: try the tiers before the first pattern alone.
  const firstPattern = tiers.findIndex(({ pattern }) => pattern !== '');
  if (firstPattern > 0) {
    const best = await findByWords(manager, table, { tiers: tiers.slice(0, firstPattern), limit });
    if (best.length === limit) return best;
  }
  const probes = JSON.stringify(tiers.flatMap(probesOf));
  const statement = preparedStatement(statementFor(table));
  // Records that match a pattern may be found in several tiers, and those with many responses in several windows.
  for (let rows = limit * (1 + tiers.filter(({ pattern }) => pattern).length); ; rows *= 2) {
    const hits = await runPreparedIn<WordHit>(manager, statement, [probes, limit, rows]);
    const found = new Set<number>();
    const best = hits.filter(({ recordId }) => !found.has(recordId) && found.add(recordId)).slice(0, limit);
    if (best.length === limit || hits.length < rows) return best;
  }
}

/** A tier window by window, without what the tiers before it have found. */
function probesOf({ tier, words, pattern, isRare }: RankTier, index: number, tiers: RankTier[]): object[] {
  const found = tiers.slice(0, index).filter((better) => better.pattern === '');
  const windows = isRare || words === '' ? ALL : pattern === '' ? WINDOWS : PATTERN_WINDOWS;
  const others = [words, ...found.map((better) => `!(${better.words})`)].join('&');
  return windows.map((window) => ({ tier, words: words && others, pattern, isRare, ...window }));
}

/**
 * Joins the probes one after the other, and stops as soon as there are enough rows. Each connection plans it once: the plans are
 * always the same. Words that are common are not listed for a pattern in all rows: that takes long, and finds what anybody sees.
 */
function statementFor({ name, recordId, words, text, maxCompared }: SearchTable): string {
  const columns = `id, ${recordId} AS record_id, ${text} AS text`;
  const window = (first: string, last: string): string =>
    `(SELECT '(' || string_agg(format('''#%s''', block), '|') || ')' FROM generate_series(greatest(newest - ${last}, 0), newest - ${first}) AS block)`;
  return `
    SELECT probe.tier, hit.record_id AS "recordId", hit.row_id AS "rowId"
    FROM (SELECT coalesce(max(id) >> 12, 0) AS newest FROM ${name}) AS blocks,
      jsonb_to_recordset($1) AS probe (tier integer, words text, pattern text, "isRare" boolean, first integer, last integer),
      LATERAL (
        SELECT record_id, max(id) AS row_id FROM (
          (SELECT ${columns} FROM ${name}
           WHERE probe.words <> '' AND id + 0 < (newest - probe.first + 1) << 12
             AND ${words} @@ concat_ws('&', probe.words, CASE WHEN probe.last IS NOT NULL THEN ${window('probe.first', 'probe.last')} END)::tsquery
           LIMIT CASE WHEN probe.pattern <> '' THEN ${maxCompared} END)
          UNION ALL
          (SELECT ${columns} FROM ${name} WHERE probe.words = '' ORDER BY id DESC LIMIT ${Math.min(maxCompared, 1000)})
        ) AS found
        WHERE probe.pattern = '' OR text ~ probe.pattern
        GROUP BY record_id ORDER BY max(id) DESC LIMIT $2
      ) AS hit
    WHERE probe.first <= newest AND (probe.last IS NOT NULL OR probe.pattern = '' OR probe.words = '' OR probe."isRare" OR newest < 2
      OR (SELECT count(*) FROM (SELECT FROM ${name} WHERE ${words} @@ concat_ws('&', probe.words, ${window('0', '1')})::tsquery LIMIT 60000 / greatest(newest, 1)) AS common) < 60000 / greatest(newest, 1))
    LIMIT $3`;
}
