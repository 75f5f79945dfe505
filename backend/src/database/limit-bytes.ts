import type { EntityMetadata } from 'typeorm';
import { MAX_READ_BYTES, MAX_UNSIZED_ROWS } from '../config/budgets';

/** Types whose values may be large; that of a plain `@Column()` for texts is the function `String`. */
const SIZED = /char|text|json|string|array|enum|xml|bytea/i;

/** SQL that adds the bytes of a row as `$size` to its columns, where `limitBytes` needs it: no column of a record is called so. */
export function sizeColumn(
  { columns }: Pick<EntityMetadata, 'columns'>,
  limit: number,
  maxBytes = MAX_READ_BYTES,
): string {
  if (isUnsized(limit, maxBytes)) return '';
  const sized = columns.filter(({ isSelect, type }) => isSelect && SIZED.test(String(type)));
  const bytes = sized.map(({ databaseName }) => `coalesce(octet_length("${databaseName}"::text), 0)`);
  return `, ${['0', ...bytes].join(' + ')} AS "$size"`;
}

function isUnsized(limit: number, maxBytes: number): boolean {
  return limit <= MAX_UNSIZED_ROWS || maxBytes === Infinity;
}

/** How a statement is limited: by its rows, and by their bytes where they may be many. */
interface Limits {
  /** The names of the columns that it answers, without `$size`. */
  names: string;
  /** The order of its rows, by these names. */
  order: string;
  limit: number;
  /** `MAX_READ_BYTES` unless given. */
  maxBytes?: number;
}

/** The statement, ended after the row with which the sum of `$size` reaches `maxBytes`; that row says `$isCut`. */
export function limitBytes(statement: string, { names, order, limit, maxBytes = MAX_READ_BYTES }: Limits): string {
  if (isUnsized(limit, maxBytes)) return statement;
  // Null for all rows but the last: to send and to parse two numbers of each row costs a tenth of a list.
  return `
    SELECT ${names}, CASE WHEN "$bytes" >= ${maxBytes} THEN true END AS "$isCut" FROM (
      SELECT *, sum("$size") OVER (${order} ROWS UNBOUNDED PRECEDING) AS "$bytes" FROM (${statement}) AS found
    ) AS sized WHERE "$bytes" - "$size" < ${maxBytes} ${order}`;
}

/** Whether more rows may follow these. */
export function isFull(rows: object[], limit: number): boolean {
  const last = rows.at(-1) as { $isCut?: boolean | null } | undefined;
  return rows.length === limit || last?.$isCut === true;
}
