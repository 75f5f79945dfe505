import type { EntityManager } from 'typeorm';
import { limitStatements } from '../database/limit-statements';
import { foldAll } from './folding';
import { findByCode, findByNumber, findBySubstrings } from './find-by-texts';
import { findByWords } from './find-by-words';
import { partialTiers } from './query/partial-tiers';
import { highlightForms, readTerms, type QueryTerm } from './query/query-terms';
import { codeTiers, FORGIVEN, isIndexed, isNowhere, measureTiers, rankTiers, type RankTier } from './query/rank-tiers';
import { searchSources, type SearchSource } from './search-sources';
import { canLookUp } from './text-filter';

/** A record by its number: `#57`. */
const NUMBER = /^#([1-9]\d{0,8})$/;
/** A SKU that people may as well mean as a word. */
const WORD = /^(?=.{2,30}$)[\p{L}\p{M}]+( [\p{L}\p{M}]+)*$/u;

/** The ranks before and after those of words in the record itself. */
export const EXACT = 0;
const RESPONSE = 4;
const SUBSTRING = 9;

/** The most records that a search ranks; what comes after them is not found. */
export const MAX_RANKED = 1000;

/** A record that is found, its rank, and the response that it is found by. */
export interface SearchHit {
  id: number;
  tier: number;
  responseId: number | null;
}

/** The records of one kind, best first. */
export interface RankedHits {
  hits: SearchHit[];
  /** Whether they have some of the words only, because no record has all. */
  isPartial: boolean;
}

/**
 * Ranks what a search finds, kind by kind: exact codes and numbers, words of the title, other words, responses, letters inside of
 * words; where nothing has all words, what has the most telling ones. The newest come first in each rank. `GET /api/search`, the
 * lists and their counts all ask this, so they agree; no kind depends on what is found in another.
 */
export class Ranking {
  private constructor(
    private readonly manager: EntityManager,
    private readonly typed: string,
    private readonly folded: string,
    private readonly terms: QueryTerm[],
    /** The records with this code, by kind; null if no record has it. A word may be a code as well. */
    private readonly exact: { ids: Map<string, number[]>; isWord: boolean } | null,
  ) {}

  /** Reads what was typed, inside a transaction. */
  static async of(manager: EntityManager, q: string): Promise<Ranking> {
    await limitStatements(manager);
    await planOnce(manager, true);
    const typed = q.trim();
    const [{ text: folded }] = await foldAll(manager, [typed]);
    const exact = new Map<string, number[]>();
    for (const source of searchSources())
      if (source.codes.length > 0) exact.set(source.kind, await findByCode(manager, source, typed, MAX_RANKED));
    const isCode = [...exact.values()].some((ids) => ids.length > 0);
    const isWord = WORD.test(typed);
    const terms = (isCode && !isWord) || NUMBER.test(typed) ? [] : await readTerms(manager, typed);
    return new Ranking(manager, typed, folded, terms, isCode ? { ids: exact, isWord } : null);
  }

  /** The forms of each word that are highlighted. */
  get forms(): string[][] {
    return this.exact && !this.exact.isWord ? [[this.folded]] : highlightForms(this.terms, this.folded);
  }

  /** The best `limit` records of a kind: those with all words, or else those with some. */
  async hitsIn(source: SearchSource, limit: number): Promise<RankedHits> {
    const hits = await this.fullHitsIn(source, limit);
    return hits.length > 0 ? { hits, isPartial: false } : this.partialHitsIn(source, limit);
  }

  /** The best `limit` records with all words. */
  async fullHitsIn(source: SearchSource, limit: number): Promise<SearchHit[]> {
    const exact = (this.exact?.ids.get(source.kind) ?? []).slice(0, limit).map(asExact);
    if (exact.length === limit) return exact;
    if (!this.exact || this.exact.isWord)
      return unique([...exact, ...(await this.hitsByWords(source, limit))]).slice(0, limit);
    // A code is meant as such: of kinds without codes, what names it is found.
    return this.exact.ids.has(source.kind) ? exact : this.withWords(source, codeTiers(this.folded, this.typed), limit);
  }

  private async hitsByWords(source: SearchSource, limit: number): Promise<SearchHit[]> {
    const number = NUMBER.exec(this.typed);
    if (number) return (await findByNumber(this.manager, source, Number(number[1]))).map(asExact);
    const tiers = rankTiers(this.terms);
    const hits = await this.withWords(source, tiers, limit);
    if (hits.length === 0) hits.push(...(await this.withWords(source, this.forgivingTiers(tiers), limit)));
    if (hits.length < limit && this.mayBePart(source, hits)) {
      const ids = await this.withSubstrings(source, limit);
      hits.push(...ids.map((id) => ({ id, tier: SUBSTRING, responseId: null })));
    }
    if (hits.length === 0) hits.push(...(await this.withWords(source, measureTiers(this.terms), limit)));
    return unique(hits).slice(0, limit);
  }

  /** The tiers that forgive more than `tiers`, which have found nothing; none where no word is like a typed one. */
  private forgivingTiers(tiers: RankTier[]): RankTier[] {
    const isNew = ({ words, pattern }: RankTier): boolean =>
      tiers.every((tier) => tier.words !== words || tier.pattern !== pattern);
    return rankTiers(this.terms, true).filter(isNew);
  }

  /** The best `limit` records with some of the words. */
  async partialHitsIn(source: SearchSource, limit: number): Promise<RankedHits> {
    const tiers = await partialTiers(this.manager, source.records, this.terms);
    const hits = await this.withWords({ ...source, responses: undefined }, tiers, limit);
    return { hits, isPartial: hits.length > 0 };
  }

  /** Records with these words, and where they leave room, those with a response that has all of them. */
  private async withWords(
    { records, responses }: SearchSource,
    tiers: RankTier[],
    limit: number,
  ): Promise<SearchHit[]> {
    if (tiers.length === 0) return [];
    const hits = await findByWords(this.manager, records, { tiers, limit });
    const isRoom = responses && hits.length < limit;
    const answers = isRoom ? await findByWords(this.manager, responses, { tiers: tiers.slice(-1), limit }) : [];
    return unique([
      ...hits.map(({ tier, recordId }) => ({ id: recordId, tier, responseId: null })),
      ...answers.map(({ recordId, rowId }) => ({
        id: recordId,
        tier: RESPONSE + (tiers[0].tier > FORGIVEN ? FORGIVEN : 0),
        responseId: rowId,
      })),
    ]).slice(0, limit);
  }

  /** Whether letters inside of words are looked for: of codes, often typed from the middle, and where nothing is found by words. */
  private mayBePart({ codes }: SearchSource, hits: SearchHit[]): boolean {
    const hasDigits = /\d/.test(this.typed);
    if (hasDigits && codes.length > 0) return true;
    if (hits.length > 0) return false;
    if (this.terms.length === 0 || this.terms.some(isNowhere)) return true;
    // By a short number not all records with a common word were read.
    if (hasDigits)
      return !this.terms.every(isIndexed) && this.tokens.some((token) => !/\d/.test(token) && canLookUp(token));
    return this.tokens.length === 1 && canLookUp(this.typed);
  }

  private async withSubstrings(source: SearchSource, limit: number): Promise<number[]> {
    await planOnce(this.manager, false);
    const ids = await findBySubstrings(this.manager, source, this.tokens, limit);
    await planOnce(this.manager, true);
    return ids;
  }

  /** What stands between the spaces, without stop words. */
  private get tokens(): string[] {
    const optional = new Set(this.terms.filter(({ isOptional }) => isOptional).map(({ token }) => token));
    return [...new Set(this.typed.split(/\s+/).filter((_token, index) => !optional.has(index)))];
  }
}

const asExact = (id: number): SearchHit => ({ id, tier: EXACT, responseId: null });

/** Whether one plan is good for all values: each connection then makes it once. */
async function planOnce(manager: EntityManager, isGood: boolean): Promise<void> {
  await manager.query("SELECT set_config('plan_cache_mode', $1, true)", [isGood ? 'force_generic_plan' : 'auto']);
}

/** Each record once, as the best hit that it is. */
function unique(hits: SearchHit[]): SearchHit[] {
  const seen = new Set<number>();
  return hits.filter(({ id }) => !seen.has(id) && seen.add(id));
}
