import type { EntityManager } from 'typeorm';
import { preparedStatement, runPreparedIn } from '../database/prepared-statement';
import type { SearchSource } from './search-sources';
import { readMatching } from './text-filter';

interface IdRow {
  id: number;
}

/** Records with this code, exact spelling first. */
export async function findByCode(
  manager: EntityManager,
  { codes, records: { name } }: SearchSource,
  code: string,
  limit: number,
): Promise<number[]> {
  // One index after the other: asked for both at once, the planner reads thousands of rows.
  const found = codes.map(
    (column) => `(SELECT id, ${column} = $1 AS same FROM ${name} WHERE fold_text(${column}) = fold_text($1) OFFSET 0)`,
  );
  const statement = `
    SELECT id FROM (${found.join(' UNION ALL ')}) AS found
    GROUP BY id ORDER BY bool_or(same) DESC, id DESC LIMIT $2`;
  return idsOf(await runPreparedIn<IdRow>(manager, preparedStatement(statement), [code, limit]));
}

/** The record with this number, if there is one. */
export async function findByNumber(
  manager: EntityManager,
  { records: { name } }: SearchSource,
  number: number,
): Promise<number[]> {
  const statement = preparedStatement(`SELECT id FROM ${name} WHERE id = $1`);
  return idsOf(await runPreparedIn<IdRow>(manager, statement, [number]));
}

/** Records that have each of the words somewhere, also inside of other words. */
export async function findBySubstrings(
  manager: EntityManager,
  { records: { name: table } }: SearchSource,
  words: string[],
  limit: number,
): Promise<number[]> {
  const query = { columns: 'id', table, where: () => [], order: 'ORDER BY id DESC', limit };
  return idsOf(await readMatching(words, query, (text, values) => manager.query<IdRow[]>(text, values)));
}

function idsOf(rows: IdRow[]): number[] {
  return rows.map(({ id }) => id);
}
