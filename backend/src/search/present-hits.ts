import { setImmediate } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { preparedStatement, runPreparedIn } from '../database/prepared-statement';
import { toAddress } from '../images/image-reference';
import { foldAll } from './folding';
import { findMatches, highlight, highlightExcerpt } from './highlight';
import type { HitDto, HitsDto } from './search.dto';
import { EXACT, type RankedHits, type SearchHit } from './ranking';
import type { SearchSource } from './search-sources';

/** What was found in a kind. */
export interface FoundInKind extends RankedHits {
  source: SearchSource;
  total?: number;
}

/** The hits by kind with their texts, in which the words are marked; records that are gone are left out. */
export async function presentHits(manager: EntityManager, found: FoundInKind[], forms: string[][]): Promise<HitsDto[]> {
  const groups: { tier: number; group: HitsDto }[] = [];
  for (const { source, hits, isPartial, total } of found) {
    const records = hits.length > 0 ? await readRecords(manager, source, hits) : new Map<number, FoundRecord>();
    const there = hits.filter(({ id }) => records.has(id));
    const group: HitsDto = { kind: source.kind, hits: [], partial: isPartial, total };
    for (const { id, tier } of there) {
      const { texts, image, createdAt, ...shown } = records.get(id) as FoundRecord;
      group.hits.push({
        ...{ id, ...(await marked(manager, texts, forms)), exact: tier === EXACT },
        ...{ ...shown, image: image && toAddress(image), createdAt: createdAt && createdAt.toISOString() },
      });
      // Long texts take a millisecond each.
      await setImmediate();
    }
    if (there.length > 0) groups.push({ tier: there[0].tier, group });
  }
  return groups.sort((a, b) => a.tier - b.tier).map(({ group }) => group);
}

/** What is shown of a record; null where its kind has no such column. */
interface FoundRecord {
  id: number;
  /** The texts that are not empty: its title, the response that was found, and the others. */
  texts: string[];
  code: string | null;
  image: string | null;
  status: string | null;
  createdAt: Date | null;
}

async function readRecords(
  manager: EntityManager,
  { codes, records, responses, texts: [title, ...others] }: SearchSource,
  hits: SearchHit[],
): Promise<Map<number, FoundRecord>> {
  const response = responses ? `(SELECT response FROM ${responses.name} WHERE id = hit.response_id)` : 'NULL';
  const columns = manager.connection.entityMetadatas.find(({ tableName }) => tableName === records.name)?.columns ?? [];
  const has = (name: string): boolean => columns.some(({ databaseName }) => databaseName === name);
  const statement = `
    SELECT record.id, array_remove(ARRAY[${[title, response, ...others].join()}], NULL) AS texts,
      ${codes[0] ?? 'NULL'} AS code, ${has('status') ? 'status' : 'NULL'} AS status,
      ${has('images') ? 'images ->> 0' : 'NULL'} AS image, ${has('created_at') ? 'created_at' : 'NULL'} AS "createdAt"
    FROM unnest($1::integer[], $2::integer[]) AS hit (record_id, response_id)
    JOIN ${records.name} AS record ON record.id = hit.record_id`;
  const values = [hits.map(({ id }) => id), hits.map(({ responseId }) => responseId)];
  const rows = await runPreparedIn<FoundRecord>(manager, preparedStatement(statement), values);
  return new Map(rows.map((record) => [record.id, record]));
}

/** The title, and an excerpt of the first text that has something the title has not. */
async function marked(
  manager: EntityManager,
  texts: string[],
  forms: string[][],
): Promise<Pick<HitDto, 'title' | 'fragment'>> {
  const [title, ...others] = await foldAll(manager, texts);
  const missing = forms.filter((form) => findMatches(title, [form]).length === 0);
  const elsewhere = others.findIndex((folded) => findMatches(folded, missing).length > 0);
  return {
    title: highlight(texts[0], findMatches(title, forms)),
    fragment: elsewhere < 0 ? [] : highlightExcerpt(texts[elsewhere + 1], findMatches(others[elsewhere], forms)),
  };
}
