import type { EntityManager } from 'typeorm';
import { preparedStatement, runPreparedIn } from '../database/prepared-statement';
import { findByWords } from './find-by-words';
import type { RankTier } from './query-terms';
import type { SearchSource, SearchTable } from './search-sources';
import { readMatching, wordsOf } from './text-filter';

const STATEMENT_TIMEOUT_MS = '2000';

/** The ranks before and after those of words in the record itself. */
export const EXACT = 0;
const RESPONSE = 4;
const SUBSTRING = 5;

/** A record that is found, its rank, and the response that it is found by. */
export interface SearchHit {
  kind: string;
  id: number;
  tier: number;
  responseId: number | null;
}

/** What a search asks of the database, kind by kind, until its client goes away. */
export class SearchQueries {
  constructor(
    readonly manager: EntityManager,
    readonly limit: number,
    private readonly isAborted: () => boolean,
  ) {}

  /** Of each statement one plan is good whatever its values: each connection makes it once. */
  async begin(): Promise<void> {
    await this.manager.query(
      "SELECT set_config('statement_timeout', $1, true), set_config('plan_cache_mode', 'force_generic_plan', true)",
      [STATEMENT_TIMEOUT_MS],
    );
  }

  /** Records with this code, exact spelling first. */
  withCode(sources: SearchSource[], code: string): Promise<SearchHit[]> {
    return this.inEach(sources, async ({ kind, codes, records: { name } }) => {
      // One index after the other: asked for both at once, the planner reads thousands of rows.
      const found = codes.map(
        (code) => `(SELECT id, ${code} = $1 AS same FROM ${name} WHERE fold_text(${code}) = fold_text($1) OFFSET 0)`,
      );
      const statement = `
        SELECT id FROM (${found.join(' UNION ALL ')}) AS found
        GROUP BY id ORDER BY bool_or(same) DESC, id DESC LIMIT $2`;
      const rows = await runPreparedIn<{ id: number }>(this.manager, preparedStatement(statement), [code, this.limit]);
      return rows.map(({ id }) => ({ kind, id, tier: EXACT, responseId: null }));
    });
  }

  /** Records with these words, and where they leave room, those with a response that has all of them. */
  withWords(sources: SearchSource[], tiers: RankTier[]): Promise<SearchHit[]> {
    const find = (table: SearchTable, ranks: RankTier[]): ReturnType<typeof findByWords> =>
      findByWords(this.manager, table, { tiers: ranks, limit: this.limit });
    return this.inEach(sources, async ({ kind, records, responses }) => {
      const hits = await find(records, tiers);
      const answers = responses && hits.length < this.limit ? await find(responses, tiers.slice(-1)) : [];
      return [
        ...hits.map(({ tier, recordId }) => ({ kind, id: recordId, tier, responseId: null })),
        ...answers.map(({ recordId, rowId }) => ({ kind, id: recordId, tier: RESPONSE, responseId: rowId })),
      ];
    });
  }

  /** Records that have each of the words somewhere, also inside of other words. */
  async withSubstrings(sources: SearchSource[], q: string): Promise<SearchHit[]> {
    if (sources.length > 0) await this.manager.query("SELECT set_config('plan_cache_mode', 'auto', true)");
    return this.inEach(sources, async ({ kind, records: { name: table } }) => {
      const query = { columns: 'id', table, where: () => [], order: 'ORDER BY id DESC', limit: this.limit };
      const run = (text: string, values: unknown[]): Promise<{ id: number }[]> => this.manager.query(text, values);
      const rows = await readMatching(wordsOf(q), query, run);
      return rows.map(({ id }) => ({ kind, id, tier: SUBSTRING, responseId: null }));
    });
  }

  private async inEach(
    sources: SearchSource[],
    find: (source: SearchSource) => Promise<SearchHit[]>,
  ): Promise<SearchHit[]> {
    const hits: SearchHit[] = [];
    for (const source of sources) if (!this.isAborted()) hits.push(...(await find(source)));
    return hits;
  }
}
