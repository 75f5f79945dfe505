import type { DataSource } from 'typeorm';
import { limitStatements } from '../../database/limit-statements';
import { preparedStatement, runPrepared } from '../../database/prepared-statement';
import { currentReplica, readFromReplica } from '../../platform/replicas/replica-context';
import type { RecordTypeOptions } from '../../records/record-type';
import type { OpenRecordsDto, ProductRecordDto, ProductRecordsDto } from './link.dto';
import { linkedKinds, parentColumn } from './linked-kind';
import { writeCursor, type RecordPosition } from './record-cursor';

interface Row extends Omit<ProductRecordDto, 'createdAt' | 'waitingSince'> {
  createdAt: string;
  waitingSince: Date | null;
}

/** Which records are wanted: of one kind, or of all; after a position. */
interface RecordsRequest {
  productId: number;
  kind?: string;
  limit: number;
  after: RecordPosition | null;
}

/** Reads the records that are about a product, newest first, and counts all of them by kind and status. */
export async function readProductRecords(
  source: DataSource,
  { productId, kind, limit, after }: RecordsRequest,
): Promise<ProductRecordsDto> {
  const kinds = linkedKinds();
  const values = [productId, kind ?? null, after?.createdAt ?? null, after?.kind ?? null, after?.id ?? null, limit + 1];
  const [{ items, counts }] = await readFromReplica(source, currentReplica(), (from) =>
    runPrepared<{ items: Row[]; counts: ProductRecordsDto['counts'] }>(from, statementFor(kinds), values),
  );
  const page = items.slice(0, limit);
  const last = items.length > limit ? page[page.length - 1] : null;
  return {
    items: page.map((row) => asRecord(row, kinds)),
    counts,
    cursor: last && writeCursor(last),
  };
}

/** Counts the threads about some products that are not resolved. */
export function countOpenRecords(source: DataSource, productIds: number[]): Promise<OpenRecordsDto[]> {
  const open = linkedKinds().filter(({ responses }) => responses);
  const links = open.map(
    ({
      kind,
      table,
    }) => `SELECT product_id FROM product_links AS link JOIN ${table} AS record ON record.id = link.record_id
      WHERE product_id = ANY($1::integer[]) AND link.kind = '${kind}' AND link.state = 'linked' AND record.status <> 'resolved'`,
  );
  const statement = `SELECT product_id AS "productId", count(*)::integer AS count FROM (${links.join(' UNION ALL ')}) AS open
    GROUP BY product_id ORDER BY product_id`;
  return readFromReplica(source, currentReplica(), (from) =>
    from.transaction(async (manager) => {
      await limitStatements(manager);
      return manager.query<OpenRecordsDto[]>(statement, [productIds]);
    }),
  );
}

/** $1 the product, $2 the kind, $3 to $5 the position, $6 how many. */
function statementFor(kinds: RecordTypeOptions[]): ReturnType<typeof preparedStatement> {
  return preparedStatement(`
    WITH records AS MATERIALIZED (${kinds.map(recordsOf).join('\n      UNION ALL ')}),
    page AS (
      SELECT * FROM records
      WHERE ($2::text IS NULL OR kind = $2)
        AND ($3::timestamptz IS NULL OR (created_at, kind, id) < ($3::timestamptz, $4::text, $5::integer))
      ORDER BY created_at DESC, kind DESC, id DESC LIMIT $6)
    SELECT
      (SELECT coalesce(json_agg(item), '[]') FROM (
        SELECT kind, id, title, status, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "createdAt",
          created_by_id AS "createdById", waiting_since AS "waitingSince", tag_ids AS "tagIds",
          CASE kind ${kinds.map(countOf).join(' ')} END AS "responseCount"
        FROM page ORDER BY created_at DESC, page.kind DESC, id DESC) AS item) AS items,
      (SELECT coalesce(json_agg(total), '[]') FROM (
        SELECT kind, status, count(*)::integer AS count FROM records GROUP BY kind, status ORDER BY kind, status) AS total) AS counts`);
}

function recordsOf(type: RecordTypeOptions): string {
  const thread = type.responses
    ? 'waiting_since, tag_ids'
    : 'NULL::timestamptz AS waiting_since, NULL::integer[] AS tag_ids';
  // A record of a module may have columns of the same names as a link.
  return `SELECT link.kind, record.id, ${type.texts[0]} AS title, record.status::text, record.created_at, record.created_by_id, ${thread}
      FROM product_links AS link JOIN ${type.table} AS record ON record.id = link.record_id
      WHERE link.product_id = $1 AND link.kind = '${type.kind}' AND link.state = 'linked'`;
}

function countOf(type: RecordTypeOptions): string {
  if (!type.responses) return `WHEN '${type.kind}' THEN NULL`;
  return `WHEN '${type.kind}' THEN (SELECT count(*) FROM ${type.responses} WHERE ${parentColumn(type)} = page.id)`;
}

function asRecord({ waitingSince, tagIds, responseCount, ...row }: Row, kinds: RecordTypeOptions[]): ProductRecordDto {
  const isThread = kinds.some(({ kind, responses }) => kind === row.kind && responses);
  return {
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    ...(isThread && { waitingSince: waitingSince && new Date(waitingSince).toISOString(), responseCount }),
    ...(tagIds && tagIds.length > 0 && { tagIds }),
  };
}
