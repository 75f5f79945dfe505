import type { EntityManager, EntityMetadata, ObjectLiteral } from 'typeorm';
import { preparedStatement, readColumns, type Statement } from '../database/prepared-statement';
import type { RequestContext } from './request-context';

type Column = EntityMetadata['columns'][number];

/** Tells the triggers of the change log who writes, for this transaction alone. */
export const SET_ACTOR =
  "SELECT set_config('crm.user_id', $1, true), set_config('crm.change_set', $2, true), set_config('crm.token_name', $3, true)";

/** The values for it. */
export function actorOf({ userId, changeSet, tokenName }: RequestContext): unknown[] {
  return [userId, changeSet, tokenName ?? ''];
}

/**
 * Inserts a record in one round trip: says who writes, claims the idempotency key, for which it waits while another request
 * holds it, and inserts the row. It returns no row where the key was claimed before.
 */
export async function insertStatement(
  metadata: EntityMetadata,
  fields: ObjectLiteral,
  context: RequestContext,
): Promise<{ statement: Statement; values: unknown[] }> {
  const { idempotency } = context;
  const columns = metadata.columns.filter(({ propertyName }) => fields[propertyName] !== undefined);
  const first = idempotency ? 6 : 4;
  const statement = preparedStatement(`
    WITH request AS (${SET_ACTOR})
    ${idempotency ? ', claimed AS (INSERT INTO idempotency_keys (user_id, key, request, change_set) SELECT $1::integer, $4, $5, $2::uuid FROM request ON CONFLICT DO NOTHING RETURNING key)' : ''}
    INSERT INTO "${metadata.tableName}" (${columns.map(({ databaseName }) => `"${databaseName}"`).join()})
    SELECT ${columns.map((column, index) => `$${first + index}::${typeOf(column, metadata)}`).join()}
    FROM ${idempotency ? 'claimed' : 'request'} RETURNING ${readColumns(metadata)}`);
  const key = idempotency ? [idempotency.key, await idempotency.request()] : [];
  const given = columns.map((column): unknown => {
    const value = fields[column.propertyName] as unknown;
    return isJson(column) && value !== null ? JSON.stringify(value) : value;
  });
  return { statement, values: [...actorOf(context), ...key, ...given] };
}

/** The type as which a value is given, without its length: a cast would cut what is too long, the column refuses it. */
function typeOf({ type, isArray, enum: values, enumName, databaseName }: Column, metadata: EntityMetadata): string {
  const { tableName, connection } = metadata;
  const name = values
    ? `"${enumName ?? `${tableName}_${databaseName.toLowerCase()}_enum`}"`
    : connection.driver.normalizeType({ type }).replace(/^char(acter)?$/, 'text');
  return name + (isArray ? '[]' : '');
}

/** Changes a status in one round trip. It returns no row where there is no such record, its version differs, or it has the status. */
export function statusStatement(metadata: EntityMetadata): Statement {
  return preparedStatement(`
    WITH request AS (${SET_ACTOR})
    UPDATE "${metadata.tableName}" SET status = $6 FROM request
    WHERE id = $4::integer AND ($5::bigint[] IS NULL OR version = ANY ($5)) AND status <> $6
    RETURNING ${readColumns(metadata)}`);
}

/** A copy of a record that stays as it is when a hook changes the inside of a field. */
export function copyOf<R extends ObjectLiteral>(record: R, { columns }: EntityMetadata): R {
  const json = columns.filter(isJson).map(({ propertyName }) => propertyName);
  return { ...record, ...Object.fromEntries(json.map((name) => [name, structuredClone(record[name] as unknown)])) };
}

/** Writes the columns that differ from before, and answers the record as it is stored. `save` would read the record again, and ignores the order of the keys in `json`. */
export async function updateRecord<R extends ObjectLiteral>(
  manager: EntityManager,
  metadata: EntityMetadata,
  record: R,
  before: R,
): Promise<R> {
  const changed = Object.fromEntries(Object.entries(record).filter(([name, value]) => !isSame(value, before[name])));
  if (!isPlain(manager, metadata, Object.keys(changed))) {
    const { id } = await manager.save(record);
    return Object.assign(record, await manager.findOneBy<ObjectLiteral>(metadata.target, { id }));
  }
  // The builder gives the entity the columns that the statement returns.
  if (Object.keys(changed).length > 0)
    await manager
      .createQueryBuilder()
      .update<ObjectLiteral>(metadata.target)
      .set(changed)
      .whereEntity(record)
      .returning(readColumnNames(metadata))
      .execute();
  return record;
}

function readColumnNames({ columns }: EntityMetadata): string[] {
  return columns.filter(({ isSelect, isVirtual }) => isSelect && !isVirtual).map(({ propertyPath }) => propertyPath);
}

const isJson = ({ type }: Column): boolean => type === 'json' || type === 'jsonb';

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}

/** Whether an UPDATE does all that `save` would do: no relation, listener, subscriber or transformer is involved. */
function isPlain({ dataSource }: EntityManager, metadata: EntityMetadata, names: string[]): boolean {
  const { columns, listeners, updateDateColumn } = metadata;
  return (
    listeners.length + dataSource.subscribers.length === 0 &&
    !updateDateColumn &&
    columns.every(({ transformer }) => !transformer) &&
    names.every((name) => columns.some(({ propertyPath }) => propertyPath === name))
  );
}
