/** The last record of a page of records of several kinds. */
export interface RecordPosition {
  createdAt: string;
  kind: string;
  id: number;
}

const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)\|([a-z][a-z-]{0,62})\|([1-9]\d{0,9})$/;

/** The cursor for the page after a record. */
export function writePlace({ createdAt, kind, id }: RecordPosition): string {
  return Buffer.from(`${createdAt}|${kind}|${id}`).toString('base64url');
}

/** The record that a cursor stands for, or null for one that we have not made. */
export function readPlace(cursor: unknown): RecordPosition | null {
  if (typeof cursor !== 'string' || cursor.length > 200) return null;
  const [, createdAt, kind, id] = PLACE.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const place = { createdAt, kind, id: Number(id) };
  const isGood = id && place.id <= 2147483647 && !Number.isNaN(Date.parse(createdAt));
  return isGood && writePlace(place) === cursor ? place : null;
}
