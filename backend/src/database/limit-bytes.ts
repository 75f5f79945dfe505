import type { EntityMetadata } from 'typeorm';
import { MAX_READ_BYTES, MAX_UNSIZED_ROWS } from '../config/budgets';

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
