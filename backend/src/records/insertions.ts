import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type EntityMetadata, type ObjectLiteral } from 'typeorm';
import { isStatementError } from '../http/database-error';
import { Env } from '../config/env';
import { named, prepared, readColumns, type Statement } from '../database/prepared-statement';
import { Together } from '../database/together';
import { isObserved } from '../platform/tracing/observed-client';
import type { RequestContext } from './request-context';

/** What one statement inserts at most. */
const MOST_ROWS = 32;
const MOST_CHARACTERS = 256 * 1024;
/** How long one of several waits for a lock that only one of its rows may need, ms. */
const LOCK_TIMEOUT = 300;

/** The functions that the app's own triggers call when a row is inserted; `<table>_search_text` besides. */
const OUR_TRIGGERS = [
  'count_image_uses',
  'count_records',
  'list_inserted_record_words',
  'list_inserted_response_words',
  'log_change',
];
const TRIGGERS = {
  name: 'triggers of others',
  text: 'SELECT FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid WHERE tgrelid = $1::regclass AND NOT tgisinternal AND tgtype & 4 = 4 AND proname <> ALL ($2::text[])',
};

/** Tells the triggers of the change log, for this transaction alone, on whose behalf they write. */
export const SAY_WHO =
  "SELECT set_config('crm.user_id', $1, true), set_config('crm.change_set', $2, true), set_config('crm.token_name', $3, true)";

/** The values for it. */
export function whoOf({ userId, changeSet, tokenName }: RequestContext): unknown[] {
  return [userId, changeSet, tokenName ?? ''];
}

/** How records are inserted: each in a statement of its own, or, when many come at once, several in one, which costs each of them half. */
@Injectable()
export class Insertions {
  private readonly known = new Map<string, Insertion>();
  private readonly shared = new Map<string, Promise<boolean>>();

  constructor(
    private readonly source: DataSource,
    private readonly env: Env,
  ) {}

  /** Inserts a record in a transaction of its own, or of those that come with it; undefined where its key was claimed before. */
  async insert<R extends ObjectLiteral>(
    metadata: EntityMetadata,
    fields: Partial<R>,
    context: RequestContext,
  ): Promise<R | undefined> {
    const { insertion, values } = this.insertionOf(metadata, fields, context);
    // A statement of several requests could be no one's in a trace or a comment.
    const isShared = !isObserved(this.env) && (await this.isShared(metadata));
    return (await (isShared ? insertion.soon(context, values) : insertion.alone(values))) as R | undefined;
  }

  /** Inserts a record in a transaction that has said on whose behalf, and claimed the key. */
  async insertIn<R extends ObjectLiteral>(
    manager: EntityManager,
    metadata: EntityMetadata,
    fields: Partial<R>,
    context: RequestContext,
  ): Promise<R> {
    const { insertion, values } = this.insertionOf(metadata, fields, { ...context, idempotency: null });
    return (await manager.query<R[]>(insertion.statement.text, values))[0];
  }

  /** Not where a trigger of somebody else's looks at each row: what it wrote elsewhere would be logged as a neighbour's. */
  private isShared({ tableName }: EntityMetadata): Promise<boolean> {
    const known = this.shared.get(tableName);
    if (known) return known;
    const shared = prepared(this.source, TRIGGERS, [
      `"${tableName}"`,
      [...OUR_TRIGGERS, `${tableName}_search_text`],
    ]).then((others) => others.length === 0);
    this.shared.set(tableName, shared);
    shared.catch(() => this.shared.delete(tableName));
    return shared;
  }

  private insertionOf(
    metadata: EntityMetadata,
    fields: ObjectLiteral,
    context: RequestContext,
  ): { insertion: Insertion; values: unknown[] } {
    const { idempotency: once } = context;
    const columns = metadata.columns.filter(({ propertyName }) => fields[propertyName] !== undefined);
    const key = `${metadata.name} ${metadata.tablePath} ${once !== null} ${columns.map(({ propertyName }) => propertyName).join()}`;
    const insertion = this.known.get(key) ?? new Insertion(this.source, metadata, columns, once !== null);
    this.known.set(key, insertion);
    const values = columns.map(
      ({ propertyName, type }) =>
        (type === 'json' || type === 'jsonb' ? JSON.stringify(fields[propertyName]) : fields[propertyName]) as unknown,
    );
    return { insertion, values: [...whoOf(context), ...(once ? [once.key, once.request] : []), ...values] };
  }
}

type Columns = EntityMetadata['columns'];
type Row = ObjectLiteral;

interface Waiting {
  values: unknown[];
  /** What no two of a statement may share; null for a request without `Idempotency-Key`. */
  key: string | null;
  resolve: (row: Row | undefined | Promise<Row | undefined>) => void;
  reject: (error: unknown) => void;
}

/** The inserting of certain columns of a table, with or without keys that are claimed. */
class Insertion {
  readonly statement: Statement;
  private readonly ofSeveral: () => Statement;
  private readonly inserting = new Together<Waiting>((those) => this.together(those), choose);

  constructor(
    private readonly source: DataSource,
    metadata: EntityMetadata,
    columns: Columns,
    once: boolean,
  ) {
    this.statement = named(oneRow(metadata, columns, once));
    this.ofSeveral = () => named(severalRows(metadata, columns, once));
  }

  async alone(values: unknown[]): Promise<Row | undefined> {
    return (await prepared<Row>(this.source, this.statement, values))[0];
  }

  /** At once where none is under way, or else together with those that come meanwhile. */
  soon(context: RequestContext, values: unknown[]): Promise<Row | undefined> {
    return new Promise((resolve, reject) =>
      this.inserting.add({
        values,
        key: context.idempotency && `${context.userId} ${context.idempotency.key}`,
        resolve,
        reject,
      }),
    );
  }

  /** One statement inserts all or nothing: where a row is refused each is tried alone, and only that one is. */
  private async together(those: Waiting[]): Promise<void> {
    if (those.length === 1) return this.eachAlone(those);
    try {
      const columns = those[0].values.map((_value, index) => those.map(({ values }) => values[index]));
      const rows = await prepared<Row>(this.source, this.ofSeveral(), columns);
      const created = new Map(rows.map(({ '#': number, ...row }) => [Number(number), row]));
      those.forEach(({ resolve }, index) => resolve(created.get(index + 1)));
    } catch (error) {
      if (isStatementError(error)) return this.eachAlone(those);
      for (const { reject } of those) reject(error);
    }
  }

  private async eachAlone(those: Waiting[]): Promise<void> {
    const answers = those.map(({ values }) => this.alone(values));
    those.forEach(({ resolve }, index) => resolve(answers[index]));
    await Promise.allSettled(answers);
  }
}

/** Those that have waited longest; of two with the same key only one, since the other has to see it done. */
function choose(waiting: Waiting[]): { taken: Waiting[]; left: Waiting[] } {
  const taken: Waiting[] = [];
  const left: Waiting[] = [];
  const keys = new Set<string>();
  let characters = 0;
  for (const one of waiting) {
    characters += lengthOf(one.values);
    const fits = taken.length === 0 || (taken.length < MOST_ROWS && characters <= MOST_CHARACTERS);
    (fits && !(one.key !== null && keys.has(one.key)) ? taken : left).push(one);
    if (one.key !== null) keys.add(one.key);
  }
  return { taken, left };
}

function lengthOf(values: unknown[]): number {
  return values.reduce<number>((sum, value) => sum + ((value as { length?: number } | null)?.length ?? 0), 0);
}

const column = ({ databaseName }: Columns[number]): string => `"${databaseName}"`;

/**
 * One statement for one round trip: it says on whose behalf, claims the key, which waits for a request under way that has
 * the same, and inserts the row, unless the key was claimed before.
 */
function oneRow(metadata: EntityMetadata, columns: Columns, once: boolean): string {
  const first = once ? 6 : 4;
  return `
    WITH request AS (${SAY_WHO})
    ${once ? ', claimed AS (INSERT INTO idempotency_keys (user_id, key, request, change_set) SELECT $1::integer, $4, $5, $2::uuid FROM request ON CONFLICT DO NOTHING RETURNING key)' : ''}
    INSERT INTO "${metadata.tableName}" (${columns.map(column).join()})
    SELECT ${columns.map(({ type }, index) => `$${first + index}::${String(type)}`).join()} FROM ${once ? 'claimed' : 'request'} RETURNING ${readColumns(metadata)}`;
}

/**
 * The same for several requests: its parameters are lists of the values that the above has. The triggers find by table and id on
 * whose behalf a row is. Keys are claimed in one order, so that two such statements cannot wait for each other. Each row comes
 * with the number of its request as `#`.
 */
function severalRows(metadata: EntityMetadata, columns: Columns, once: boolean): string {
  const first = once ? 6 : 4;
  const parameters = [...Array(first - 1 + columns.length).keys()].map((index) => index + 1);
  return `
    WITH given AS MATERIALIZED (
      SELECT nextval((SELECT pg_get_serial_sequence('"${metadata.tableName}"', 'id'))::regclass) AS "#id", *
      FROM unnest(${parameters.map((number) => `$${number}::text[]`).join()}) WITH ORDINALITY AS given (${parameters.map((number) => `"#${number}"`).join()}, "#")
    ), requests AS (
      SELECT set_config('crm.writers', string_agg(E'\\n${metadata.tableName} ' || "#id" || ' ' || json_build_array("#1", "#2", "#3"), '') || E'\\n', true), set_config('lock_timeout', '${LOCK_TIMEOUT}', true) FROM given
    )
    ${once ? ', claimed AS (INSERT INTO idempotency_keys (user_id, key, request, change_set) SELECT "#1"::integer, "#4", "#5", "#2"::uuid FROM requests, given ORDER BY 1, 2 ON CONFLICT DO NOTHING RETURNING user_id, key)' : ''}
    , created AS (
      INSERT INTO "${metadata.tableName}" (id, ${columns.map(column).join()}) OVERRIDING SYSTEM VALUE
      SELECT "#id", ${columns.map(({ type }, index) => `"#${first + index}"::${String(type)}`).join()}
      FROM requests, given ${once ? 'JOIN claimed ON user_id = "#1"::integer AND key = "#4"' : ''} ORDER BY "#"
      RETURNING ${readColumns(metadata)}
    )
    SELECT "#", created.* FROM created JOIN given ON "#id" = created.id`;
}
