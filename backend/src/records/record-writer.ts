import { Injectable, UnprocessableEntityException, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager, type EntityMetadata, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { isSerializationFailure } from '../http/database-error';
import { named, prepared, readColumns, type Statement } from '../database/prepared-statement';
import { WriteHooks, type BeforeWriteHook } from './before-write';
import { Insertions, SAY_WHO, whoOf } from './insertions';
import { ChangeNotifier } from '../changes/change-notifier';
import { lockRecord } from './versions';
import type { RequestContext } from './request-context';

const MAX_ATTEMPTS = 3;
/** How long a repeat of a request is known as one, and how often older ones are forgotten, ms. */
const KEYS_KEPT = '7 days';
const CLEAN_UP_INTERVAL_MS = 60 * 60 * 1000;

/** How records are written: in one transaction with their log entries, which name the request and its user. */
@Injectable()
export class RecordWriter implements OnModuleInit, OnModuleDestroy {
  private cleanUp?: NodeJS.Timeout;

  constructor(
    private readonly source: DataSource,
    private readonly notifier: ChangeNotifier,
    private readonly hooks: WriteHooks,
    private readonly insertions: Insertions,
  ) {}

  onModuleInit(): void {
    this.cleanUp = setInterval(() => void this.removeOldKeys().catch(() => undefined), CLEAN_UP_INTERVAL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.cleanUp);
  }

  /** Runs a transaction on somebody's behalf, and again where it met another head-on. A dry run answers the same and leaves nothing behind. */
  async transaction<T>(context: RequestContext, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.published(() =>
        this.source.transaction(async (manager) => {
          await manager.query(SAY_WHO, whoOf(context));
          const result = await work(manager);
          if (context.dryRun) await rollBack(manager, result);
          return result;
        }),
      );
    } catch (thrown) {
      if (thrown instanceof RolledBack) return thrown.result as T;
      throw thrown;
    }
  }

  /**
   * A transaction that is done once however often the request is sent, if it has an `Idempotency-Key`: a repeat is
   * answered by `again` from the change set of the first. 422 where the key came with another request.
   */
  idempotent<T>(
    context: RequestContext,
    work: (manager: EntityManager) => Promise<T>,
    replay: (manager: EntityManager, changeSet: string) => Promise<T>,
  ): Promise<T> {
    return this.transaction(context, async (manager) => {
      const { userId, changeSet, idempotency: once } = context;
      if (!once) return work(manager);
      // Waits for a request under way that has the same key.
      const claimed = await manager.query<object[]>(
        'INSERT INTO idempotency_keys (user_id, key, request, change_set) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING key',
        [userId, once.key, once.request, changeSet],
      );
      return claimed.length > 0 ? work(manager) : replay(manager, await formerChangeSet(manager, context));
    });
  }

  /** Creates one record, once like the above; a repeat gets it as it was then. `first` is done before, in the same transaction. */
  async create<R extends ObjectLiteral>(
    entity: EntityTarget<R>,
    fields: Partial<R>,
    context: RequestContext,
    first?: (manager: EntityManager) => Promise<void>,
  ): Promise<R> {
    const metadata = this.source.getMetadata(entity);
    const replay = (manager: EntityManager, changeSet: string): Promise<R> =>
      asInserted<R>(manager, metadata, changeSet);
    const hooks = this.hooksFor(entity);
    if (!first && !hooks && !context.dryRun) {
      const created = await this.published(() => this.insertions.insert<R>(metadata, fields, context));
      return created ?? replay(this.source.manager, await formerChangeSet(this.source.manager, context));
    }
    return this.idempotent(
      context,
      async (manager) => {
        const input = { ...fields };
        await hooks?.(input, { operation: 'insert', before: null, context, manager });
        await first?.(manager);
        return this.insertions.insertIn<R>(manager, metadata, input, context);
      },
      replay,
    );
  }

  /**
   * Changes the fields of a record that are given, while nobody else can; 404 without the record, `StaleRecord` where `If-Match`
   * does not fit. `first` is done before, in the same transaction.
   */
  change<R extends { id: number; version: number }>(
    entity: EntityTarget<R>,
    { id, notFound, fields }: Changing<R>,
    context: RequestContext,
    first?: (manager: EntityManager, record: R) => Promise<void>,
  ): Promise<R> {
    const hooks = this.hooksFor(entity);
    const metadata = this.source.getMetadata(entity);
    return this.transaction(context, async (manager) => {
      const record = await lockRecord(manager, entity, { id, ifMatch: context.ifMatch, notFound });
      const before = copyOf(record, metadata);
      const given = Object.entries(fields).filter(([, value]) => value !== undefined);
      const input = Object.assign(record, Object.fromEntries(given));
      await hooks?.(input, { operation: 'update', before, context, manager });
      await first?.(manager, before);
      return update(manager, metadata, input, before);
    });
  }

  /** Changes the status of a record as `change` does, in one round trip where nobody has to see the record before. */
  async changeStatus<R extends { id: number; version: number; status: string }>(
    entity: EntityTarget<R>,
    { id, notFound, status }: { id: number; notFound: string; status: R['status'] },
    context: RequestContext,
  ): Promise<R> {
    if (!this.hooksFor(entity) && !context.dryRun) {
      const statement = statusChange(this.source.getMetadata(entity));
      const [changed] = await this.published(
        () => prepared<R>(this.source, statement, [...whoOf(context), id, context.ifMatch ?? null, status]),
        ({ length }) => length > 0,
      );
      if (changed) return changed;
    }
    return this.change(entity, { id, notFound, fields: { status } as Partial<R> }, context);
  }

  /** What shows a record to the hooks before it is written; undefined where there are none. Whoever writes in another way than above calls it. */
  hooksFor<R extends ObjectLiteral>(entity: EntityTarget<R>): BeforeWriteHook<R> | undefined {
    return this.hooks.of<R>(this.source.getMetadata(entity).tableName);
  }

  /** Says that there is news when `work` is done and has changed something, and tries again where it met another transaction head-on. */
  private async published<T>(work: () => Promise<T>, isNews: (result: T) => boolean = () => true): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await work();
        if (isNews(result)) this.notifier.publish();
        return result;
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isSerializationFailure(error)) throw error;
      }
    }
  }

  private async removeOldKeys(): Promise<void> {
    await this.source.query('DELETE FROM idempotency_keys WHERE created_at < now() - $1::interval', [KEYS_KEPT]);
  }
}

/** Which record is changed, what to say where there is none, and what it gets: undefined leaves a field as it is. */
export interface Changing<R> {
  id: number;
  notFound: string;
  fields: Partial<R>;
}

/** Carries the answer of a dry run out of its transaction. */
class RolledBack extends Error {
  constructor(readonly result: unknown) {
    super('A dry run is rolled back');
  }
}

async function rollBack(manager: EntityManager, result: unknown): Promise<never> {
  // What is otherwise checked at the end.
  await manager.query('SET CONSTRAINTS ALL IMMEDIATE');
  throw new RolledBack(result);
}

const isJson = ({ type }: EntityMetadata['columns'][number]): boolean => type === 'json' || type === 'jsonb';

/** As it was, even where a hook changes the inside of a field. */
function copyOf<R extends ObjectLiteral>(record: R, { columns }: EntityMetadata): R {
  return {
    ...record,
    ...Object.fromEntries(
      columns
        .filter(isJson)
        .map(({ propertyName }) => [propertyName, structuredClone(record[propertyName] as unknown)]),
    ),
  };
}

/** Writes what is different from before. `save` would read the record once more to know, and takes no notice of the order within `json`. */
async function update<R extends ObjectLiteral>(
  manager: EntityManager,
  metadata: EntityMetadata,
  record: R,
  before: R,
): Promise<R> {
  const changed = Object.fromEntries(Object.entries(record).filter(([name, value]) => !isSame(value, before[name])));
  if (!isPlain(manager, metadata, Object.keys(changed))) return manager.save(record);
  if (Object.keys(changed).length > 0)
    await manager
      .createQueryBuilder()
      .update<ObjectLiteral>(metadata.target)
      .set(changed)
      .whereEntity(record)
      .execute();
  return record;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}

/** Whether these fields are columns of their own, and only the table has a say when they are written. */
function isPlain(
  { dataSource }: EntityManager,
  { columns, listeners, updateDateColumn }: EntityMetadata,
  names: string[],
): boolean {
  const isColumn = (name: string): boolean => columns.some(({ propertyPath }) => propertyPath === name);
  return (
    listeners.length + dataSource.subscribers.length === 0 &&
    !updateDateColumn &&
    columns.every(({ transformer }) => !transformer) &&
    names.every(isColumn)
  );
}

/** Answers nothing where there is no such record, it is another version that is meant, or the status is that already. */
function statusChange(metadata: EntityMetadata): Statement {
  return named(`
    WITH request AS (${SAY_WHO})
    UPDATE "${metadata.tableName}" SET status = $6 FROM request
    WHERE id = $4::integer AND ($5::bigint[] IS NULL OR version = ANY ($5)) AND status <> $6
    RETURNING ${readColumns(metadata)}`);
}

/** The change set of the request that claimed the key first; 422 where that was another request. */
async function formerChangeSet(manager: EntityManager, { userId, idempotency: once }: RequestContext): Promise<string> {
  const [former] = await manager.query<{ request: string; change_set: string }[]>(
    'SELECT request, change_set FROM idempotency_keys WHERE user_id = $1 AND key = $2',
    [userId, once?.key],
  );
  if (former.request !== once?.request)
    throw new UnprocessableEntityException('This Idempotency-Key was used for another request');
  return former.change_set;
}

/** The record that a change set inserted, as it was then. */
async function asInserted<R>(
  manager: EntityManager,
  { tableName, columns }: EntityMetadata,
  changeSet: string,
): Promise<R> {
  const [row] = await manager.query<Record<string, unknown>[]>(
    `SELECT (json_populate_record(NULL::"${tableName}", change.after)).*, change.version AS logged_version
     FROM changes AS change JOIN record_kinds USING (kind)
     WHERE change.change_set = $1 AND change.operation = 'insert' AND table_name = $2`,
    [changeSet, tableName],
  );
  return Object.fromEntries(
    columns.map(({ databaseName, propertyName, isVersion }) => [
      propertyName,
      row[isVersion ? 'logged_version' : databaseName],
    ]),
  ) as R;
}
