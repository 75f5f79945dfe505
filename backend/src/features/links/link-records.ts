import type { DataSource, EntityManager } from 'typeorm';
import { preparedStatement, runPreparedIn } from '../../database/prepared-statement';
import { Turn } from '../../http/budgets/turn';
import type { RecordTypeOptions } from '../../records/record-type';
import { CodeFinder } from './codes/code-finder';
import { readKnownCodes, type CodedProduct } from './codes/known-codes';
import { linkedKinds, parentColumn } from './linked-kind';

/** Records that are read, and linked in one transaction. */
const BATCH = 500;

/** A record with its texts: its own, and those of the responses to it. */
export interface RecordTexts {
  id: number;
  texts: string[];
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
    let after = await readPosition(source, type.kind);
    if (after > 0) say(`${type.table}: going on after number ${after}.`);
    for (let read = BATCH; read === BATCH; records += read) {
      read = await source.transaction(async (manager) => {
        const rows = await readTexts(manager, type, after, BATCH);
        links += await insertLinks(manager, type, await findLinks(manager, rows), null);
        after = rows.at(-1)?.id ?? after;
        await savePosition(manager, type.kind, after);
        return rows.length;
      });
    }
    await source.query('DELETE FROM link_progress WHERE kind = $1', [type.kind]);
    say(`${type.table}: ${records} read, ${links} links added.`);
  }
}

/** Which products the exact codes of these texts name; `linked` are linked already. */
export async function findLinks(
  manager: EntityManager,
  records: RecordTexts[],
  linked?: CodedProduct[],
): Promise<FoundLink[]> {
  const finders: { id: number; finder: CodeFinder }[] = [];
  const turn = new Turn();
  for (const { id, texts } of records)
    for (const text of texts) {
      if (turn.isOver) await turn.yield();
      finders.push({ id, finder: new CodeFinder(text) });
    }
  const forms = [...new Set(finders.flatMap(({ finder }) => finder.candidates))];
  const known = await readKnownCodes(manager, forms, linked);
  const links: FoundLink[] = [];
  for (const { id, finder } of finders) {
    if (turn.isOver) await turn.yield();
    for (const productId of finder.products(known)) links.push({ recordId: id, productId });
  }
  return links;
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

/** The products that a code has linked to a record. */
export function readLinkedByCode(manager: EntityManager, kind: string, recordId: number): Promise<CodedProduct[]> {
  return manager.query(
    `SELECT product.id, product.sku, product.ean FROM product_links AS link JOIN products AS product ON product.id = link.product_id
     WHERE link.kind = $1 AND link.record_id = $2 AND link.source = 'code' AND link.state = 'linked'`,
    [kind, recordId],
  );
}

/** Removes links that a code made; those of people stay. */
export async function removeLinks(manager: EntityManager, kind: string, links: FoundLink[]): Promise<void> {
  if (links.length === 0) return;
  await manager.query(
    `DELETE FROM product_links AS link USING unnest($2::integer[], $3::integer[]) AS gone (record_id, product_id)
     WHERE link.kind = $1 AND link.record_id = gone.record_id AND link.product_id = gone.product_id
       AND source = 'code' AND state = 'linked'`,
    [kind, links.map(({ recordId }) => recordId), links.map(({ productId }) => productId)],
  );
}

/** Of some links the ones that others lack. */
export function without(links: FoundLink[], others: FoundLink[]): FoundLink[] {
  const keys = new Set(others.map(({ recordId, productId }) => `${recordId} ${productId}`));
  return links.filter(({ recordId, productId }) => !keys.has(`${recordId} ${productId}`));
}

/** Reads the texts of a kind of records, from the first one after a number on. */
function readTexts(
  manager: EntityManager,
  type: RecordTypeOptions,
  after: number,
  limit: number,
): Promise<RecordTexts[]> {
  const statement = `${textsOf(type)} WHERE id > $1 ORDER BY id LIMIT $2 FOR SHARE`;
  return manager.query(statement, [after, limit]);
}

/** Reads the texts of some records. */
export function readTextsOf(manager: EntityManager, type: RecordTypeOptions, ids: number[]): Promise<RecordTexts[]> {
  const statement = `${textsOf(type)} WHERE id = ANY($1::integer[]) ORDER BY id`;
  return manager.query(statement, [ids]);
}

/** Responses that are read for the start of a text: so many nearly always fill it. */
const MAX_RESPONSES = 100;

/** The first characters of the texts of a record, oldest first; null without the record. */
export async function readStartOf(
  manager: EntityManager,
  type: RecordTypeOptions,
  id: number,
  length: number,
): Promise<string | null> {
  const responses = type.responses
    ? `, (SELECT string_agg(start, E'\\n' ORDER BY id) FROM (
        SELECT id, left(response, $2) AS start FROM ${type.responses} WHERE ${parentColumn(type)} = record.id
        ORDER BY id LIMIT ${MAX_RESPONSES}) AS first)`
    : '';
  const statement = `SELECT left(concat_ws(E'\\n', ${type.texts.join(', ')}${responses}), $2) AS start FROM ${type.table} AS record WHERE id = $1`;
  const [record] = await manager.query<{ start: string }[]>(statement, [id, length]);
  return record?.start ?? null;
}

function textsOf(type: RecordTypeOptions): string {
  const own = `ARRAY[concat_ws(E'\\n', ${type.texts.join(', ')})]`;
  const responses = type.responses
    ? ` || ARRAY(SELECT response FROM ${type.responses} WHERE ${parentColumn(type)} = record.id ORDER BY id)`
    : '';
  return `SELECT id, ${own}${responses} AS texts FROM ${type.table} AS record`;
}

async function readPosition(source: DataSource, kind: string): Promise<number> {
  const rows = await source.query<{ position: number }[]>(
    'SELECT after_id AS position FROM link_progress WHERE kind = $1',
    [kind],
  );
  return rows[0]?.position ?? 0;
}

async function savePosition(manager: EntityManager, kind: string, after: number): Promise<void> {
  await manager.query(
    'INSERT INTO link_progress VALUES ($1, $2) ON CONFLICT (kind) DO UPDATE SET after_id = excluded.after_id',
    [kind, after],
  );
}
