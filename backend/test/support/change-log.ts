import type { DataSource } from 'typeorm';
import { auditedTypes } from '../../src/records/record-type';
import { documentedRecordTypes } from './data/documented-records';
import type { Entry } from './write-calls';

/** The tables by the kinds of their records. */
export const TABLES: Record<string, string> = Object.fromEntries([
  ...auditedTypes().map(({ kind, table }) => [kind, table]),
  ...documentedRecordTypes.flatMap(({ kind, table, responses }) => [
    [kind, table],
    ...(responses ? [[`${kind}-response`, responses]] : []),
  ]),
]);

/** An entry as the table `changes` has it. */
interface Written extends Entry {
  id: string;
  user_id: number | null;
  change_set: string;
  xmin: string;
}

export async function lastEntry(source: DataSource): Promise<string> {
  const [{ id }] = await source.query<{ id: string }[]>('SELECT coalesce(max(id), 0) AS id FROM changes');
  return id;
}

export function entriesAfter(source: DataSource, id: string): Promise<Written[]> {
  return source.query<Written[]>(
    'SELECT *, record_id AS "recordId", xmin::text FROM changes WHERE id > $1 ORDER BY id',
    [id],
  );
}

/** Runs statements in one transaction as `psql` would, and answers what they wrote. */
export async function inTransaction(source: DataSource, ...statements: string[]): Promise<Written[]> {
  const before = await lastEntry(source);
  await source.transaction(async (manager) => {
    for (const statement of statements) await manager.query(statement);
  });
  return entriesAfter(source, before);
}

/** Expects that one transaction has written the entries and the records. */
export async function expectOneTransaction(source: DataSource, entries: Written[]): Promise<void> {
  expect(new Set(entries.map(({ xmin }) => xmin)).size).toBe(1);
  for (const { kind, recordId, operation, xmin } of entries) {
    const rows = await source.query<object[]>(`SELECT xmin::text FROM ${TABLES[kind]} WHERE id = $1`, [recordId]);
    expect(rows).toEqual(operation === 'delete' ? [] : [{ xmin }]);
  }
}
