import type { DataSource, EntityManager } from 'typeorm';
import { preparedStatement, runPreparedIn } from '../../database/prepared-statement';
import type { RecordTypeOptions } from '../../records/record-type';
import { CodeFinder } from './codes/code-finder';
import { readKnownCodes } from './codes/known-codes';
import { linkedKinds, parentColumn } from './linked-kind';

/** Records that are read, and linked in one transaction. */
const BATCH = 500;

/** A record with its texts. */
export interface RecordText {
  id: number;
  text: string;
}

/** That a record names a product. */
export interface FoundLink {
  recordId: number;
  productId: number;
}

/** Links all records to the products that their texts name, some hundred at a time; a run that ended early is gone on with. */
export async function linkAllRecords(source: DataSource, say: (line: string) => void): Promise<void> {
  for (const type of linkedKinds()) {
    let [records, links] = [0, 0];
    let after = await placeOf(source, type.kind);
    if (after > 0) say(`${type.table}: going on after number ${after}.`);
    for (let read = BATCH; read === BATCH; records += read) {
      read = await source.transaction(async (manager) => {
        const rows = await readTexts(manager, type, after, BATCH, 'FOR SHARE');
        links += await insertLinks(manager, type, await findLinks(manager, rows), null);
        after = rows.at(-1)?.id ?? after;
        await keepPlace(manager, type.kind, after);
        return rows.length;
      });
    }
    await source.query('DELETE FROM link_progress WHERE kind = $1', [type.kind]);
    say(`${type.table}: ${records} read, ${links} links added.`);
  }
}

/** Which products the exact codes of these texts name. */
export async function findLinks(manager: EntityManager, records: RecordText[]): Promise<FoundLink[]> {
  const finders = records.map(({ id, text }) => ({ id, finder: new CodeFinder(text) }));
  const known = await readKnownCodes(manager, [...new Set(finders.flatMap(({ finder }) => finder.candidates))]);
  return finders.flatMap(({ id, finder }) => finder.products(known).map((productId) => ({ recordId: id, productId })));
}

/** Adds links that are not there, nor rejected, of records and products that are there; answers how many. */
export async function insertLinks(
  manager: EntityManager,
  { kind, table }: Pick<RecordTypeOptions, 'kind' | 'table'>,
  links: FoundLink[],
  userId: number | null,
): Promise<number> {
  if (links.length === 0) return 0;
  const insert = preparedStatement(
    `INSERT INTO product_links (kind, record_id, product_id, source, created_by_id)
     SELECT $1, record.id, product.id, 'code', $4::integer
     FROM unnest($2::integer[], $3::integer[]) AS link (record_id, product_id)
       JOIN ${table} AS record ON record.id = link.record_id JOIN products AS product ON product.id = link.product_id
     ORDER BY record.id, product.id FOR KEY SHARE OF record, product
     ON CONFLICT (kind, record_id, product_id) DO NOTHING RETURNING id`,
  );
  const values = [kind, links.map(({ recordId }) => recordId), links.map(({ productId }) => productId), userId];
  const added = await runPreparedIn(manager, insert, values);
  return added.length;
}

/** Reads the texts of a kind of records and of the responses to them, from the first one after a number on. */
export function readTexts(
  manager: EntityManager,
  type: RecordTypeOptions,
  after: number,
  limit: number,
  lock: 'FOR SHARE' | '' = '',
): Promise<RecordText[]> {
  const responses = type.responses
    ? `, (SELECT string_agg(response, E'\\n') FROM ${type.responses} WHERE ${parentColumn(type)} = record.id)`
    : '';
  const statement = `
    SELECT id, concat_ws(E'\\n', ${type.texts.join(', ')}${responses}) AS text
    FROM ${type.table} AS record WHERE id > $1 ORDER BY id LIMIT $2 ${lock}`;
  return manager.query<RecordText[]>(statement, [after, limit]);
}

async function placeOf(source: DataSource, kind: string): Promise<number> {
  const rows = await source.query<{ place: number }[]>('SELECT after_id AS place FROM link_progress WHERE kind = $1', [
    kind,
  ]);
  return rows[0]?.place ?? 0;
}

async function keepPlace(manager: EntityManager, kind: string, after: number): Promise<void> {
  await manager.query(
    'INSERT INTO link_progress VALUES ($1, $2) ON CONFLICT (kind) DO UPDATE SET after_id = excluded.after_id',
    [kind, after],
  );
}
