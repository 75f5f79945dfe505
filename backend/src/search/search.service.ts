import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { currentReplica, readFromReplica } from '../platform/replicas/replica-context';
import { foldAll } from './folding';
import { presentHits } from './present-hits';
import { codeTiers, highlightForms, rankTiers, readTerms } from './query-terms';
import { SearchQueries, type SearchHit } from './search-queries';
import { searchSources, type SearchSource } from './search-sources';
import type { SearchAnswerDto } from './search.dto';

/** Finds records of all types. */
@Injectable()
export class SearchService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The best `limit` hits of each type; the types with the best hit first. */
  async search(q: string, limit: number, isAborted: () => boolean = () => false): Promise<SearchAnswerDto> {
    const typed = q.trim();
    if (typed === '') return { groups: [] };
    const sources = searchSources();
    return readFromReplica(this.database, currentReplica(), (database) =>
      database.transaction(async (manager) => {
        const queries = new SearchQueries(manager, limit, isAborted);
        await queries.begin();
        const { hits, forms } = await find(queries, sources, typed);
        return { groups: isAborted() ? [] : await presentHits(manager, sources, { hits, forms }) };
      }),
    );
  }
}

/** The hits, and the forms of each word that are highlighted. */
async function find(
  queries: SearchQueries,
  sources: SearchSource[],
  typed: string,
): Promise<{ hits: SearchHit[]; forms: string[][] }> {
  const { manager, limit } = queries;
  const [{ text: folded }] = await foldAll(manager, [typed]);
  const coded = sources.filter(({ codes }) => codes.length > 0);
  const exact = await queries.withCode(coded, typed);
  if (exact.length > 0) {
    // A code is meant as such: only what names it comes after it.
    const others = sources.filter((source) => !coded.includes(source));
    return { hits: [...exact, ...(await queries.withWords(others, codeTiers(folded, typed)))], forms: [[folded]] };
  }
  const terms = await readTerms(manager, typed);
  const hits = await queries.withWords(sources, rankTiers(terms));
  if (hits.length === 0) hits.push(...(await queries.withWords(sources, rankTiers(terms, true))));
  const hitsOf = (kind: string): SearchHit[] => hits.filter((hit) => hit.kind === kind);
  // A part of a code is often typed from its middle.
  const isPart = /\d/.test(typed) ? coded.filter(({ kind }) => hitsOf(kind).length < limit) : [];
  hits.push(...(await queries.withSubstrings(hits.length === 0 ? sources : isPart, typed)));
  return {
    hits: sources.flatMap(({ kind }) => unique(hitsOf(kind)).slice(0, limit)),
    forms: highlightForms(terms, folded),
  };
}

/** Each record once, as the best hit that it is. */
function unique(hits: SearchHit[]): SearchHit[] {
  return hits.filter(({ id }, index) => hits.findIndex((hit) => hit.id === id) === index);
}
