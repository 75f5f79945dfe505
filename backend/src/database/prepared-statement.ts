import type { PoolClient } from 'pg';
import type { DataSource, EntityManager, EntityMetadata, ObjectLiteral, Repository } from 'typeorm';

/** A statement that each connection plans once; of one name there is only ever one text. */
export interface Statement {
  name?: string;
  text: string;
}

/** Runs a statement by its name and answers plain rows: for what every request does, or many. It is a transaction of its own. */
export async function runPrepared<Row>(source: DataSource, statement: Statement, values: unknown[]): Promise<Row[]> {
  const runner = source.createQueryRunner();
  try {
    return await runPreparedIn<Row>(runner.manager, statement, values);
  } finally {
    await runner.release();
  }
}

/** The same as a part of a transaction. */
export async function runPreparedIn<Row>(
  { queryRunner }: EntityManager,
  { name, text }: Statement,
  values: unknown[],
): Promise<Row[]> {
  const client = (await queryRunner?.connect()) as PoolClient;
  return (await client.query<Row & ObjectLiteral>({ name, text, values })).rows;
}

const MAX_NAMES = 200;
const names = new Map<string, string>();

/** A statement with a name of its own; without one, planned each time, where there are too many to be kept. */
export function preparedStatement(text: string): Statement {
  if (!names.has(text) && names.size < MAX_NAMES) names.set(text, `statement ${names.size + 1}`);
  return { name: names.get(text), text };
}

/** The record with this id, or null: what `findOneBy({ id })` answers, as a plain row. */
export async function findById<Row extends ObjectLiteral>(
  { metadata, manager }: Repository<Row>,
  id: number,
): Promise<Row | null> {
  const statement = selectStatement(metadata, 'id');
  return (await runPrepared<Row>(manager.connection, statement, [id]))[0] ?? null;
}

/** The records whose column has this value, oldest first, as plain rows. */
export function findAllBy<Row extends ObjectLiteral>(
  { metadata, manager }: Repository<Row>,
  property: keyof Row & string,
  value: unknown,
): Promise<Row[]> {
  return runPrepared<Row>(manager.connection, selectStatement(metadata, property), [value]);
}

/** The names of the columns that `readColumns` answers. */
export function columnNames({ columns }: Pick<EntityMetadata, 'columns'>): string {
  return columns
    .filter(({ isSelect }) => isSelect)
    .map(({ propertyName }) => `"${propertyName}"`)
    .join(', ');
}

/** The columns of an entity that a read answers, by the names of its properties. */
export function readColumns({ columns }: Pick<EntityMetadata, 'columns'>): string {
  return (
    columns
      .filter(({ isSelect }) => isSelect)
      // `pg` reads arrays of its own types alone.
      .map(
        (column) =>
          `"${column.databaseName}"${column.isArray && column.enum ? '::text[]' : ''} AS "${column.propertyName}"`,
      )
      .join(', ')
  );
}

type Column = EntityMetadata['columns'][number];

const statements = new WeakMap<Column, Statement>();

function selectStatement(metadata: EntityMetadata, property: string): Statement {
  const column = metadata.findColumnWithPropertyName(property) as Column;
  const known = statements.get(column);
  if (known) return known;
  const { tableName } = metadata;
  const text = `SELECT ${readColumns(metadata)} FROM "${tableName}" WHERE "${column.databaseName}" = $1 ORDER BY id`;
  const statement = { name: `${tableName} by ${property}`, text };
  statements.set(column, statement);
  return statement;
}
