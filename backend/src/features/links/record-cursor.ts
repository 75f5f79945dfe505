import { isId, KIND } from '../../api/record-reference';

/** The last record of a page of records of several kinds. */
export interface RecordPosition {
  createdAt: string;
  kind: string;
  id: number;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/** The cursor for the page after a record. */
export function writeCursor({ createdAt, kind, id }: RecordPosition): string {
  return Buffer.from(`${createdAt}|${kind}|${id}`).toString('base64url');
}

/** The record that a cursor stands for, or null for one that we have not made. */
export function readCursor(cursor: unknown): RecordPosition | null {
  if (typeof cursor !== 'string' || cursor.length > 200) return null;
  const [createdAt, kind, id] = Buffer.from(cursor, 'base64url').toString().split('|');
  const position = { createdAt, kind, id: Number(id) };
  const isGood = TIME.test(createdAt) && !Number.isNaN(Date.parse(createdAt)) && KIND.test(kind) && isId(position.id);
  return isGood && writeCursor(position) === cursor ? position : null;
}
