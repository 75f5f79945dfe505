import type { EntityMetadata } from 'typeorm';

/** Bytes of rows that one statement answers, so that memory does not grow with what records hold: the last row may exceed it. */
export const MAX_READ_BYTES = 1024 * 1024;
/** So many rows are read whatever their bytes: a screen asks for 50 at a time, and one more tells whether there are more. */
const MAX_UNSIZED_ROWS = 51;
const SIZED = /char|text|json/;

/** SQL for the bytes of a row, to be selected as `size`. */
export function sizeOf({ columns }: Pick<EntityMetadata, 'columns'>): string {
  const sized = columns.filter(({ isSelect, type }) => isSelect && SIZED.test(String(type)));
  return ['0', ...sized.map(({ databaseName }) => `coalesce(octet_length("${databaseName}"::text), 0)`)].join(' + ');
}

/** The statement, ended after the row with which its `size` exceeds `maxBytes`. `order` is that of its rows, by the names it gives. */
export function limitBytes(statement: string, order: string, limit: number, maxBytes = MAX_READ_BYTES): string {
  if (limit <= MAX_UNSIZED_ROWS || maxBytes === Infinity) return statement;
  return `
    SELECT * FROM (
      SELECT *, (sum(size) OVER (${order} ROWS UNBOUNDED PRECEDING))::float8 AS bytes FROM (${statement}) AS found
    ) AS sized WHERE bytes - size < ${maxBytes} ${order}`;
}

/** Whether more rows may follow these. */
export function isFull(rows: object[], limit: number, maxBytes = MAX_READ_BYTES): boolean {
  const { bytes = 0 } = (rows.at(-1) ?? {}) as { bytes?: number };
  return rows.length === limit || bytes >= maxBytes;
}
