import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { runPrepared, runPreparedIn } from '../database/prepared-statement';
import { isSerializationFailure } from '../http/database-error';
import { FollowUps } from './after-write';
import { WriteHooks, type BeforeWriteHook } from './before-write';
import { ChangeNotifier } from './change-notifier';
import { claimedChangeSet, claimKey, insertedRecord, removeOldKeys } from './idempotency';
import type { RequestContext } from './request-context';
import { lockRecord } from './versions';
import { actorOf, copyOf, insertStatement, SET_ACTOR, statusStatement, updateRecord } from './write-statements';

/** How often a transaction is tried that fails because of another one. */
const MAX_ATTEMPTS = 3;
const CLEAN_UP_INTERVAL_MS = 60 * 60 * 1000;

/** The record that a change is about, the sentence of the 404 without it, and its new fields: undefined leaves one as it is. */
export interface RecordChange<R> {
  id: number;
  notFound: string;
  fields: Partial<R>;
}

/** Writes records, each in one transaction with its log entries, which name the request and its user. */
@Injectable()
export class RecordWriter implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger('Idempotency');
  private cleanUp?: NodeJS.Timeout;

  constructor(
    private readonly source: DataSource,
    private readonly notifier: ChangeNotifier,
    private readonly hooks: WriteHooks,
    private readonly followUps: FollowUps,
  ) {}

  onModuleInit(): void {
    const clean = (): void =>
      void removeOldKeys(this.source.manager).catch((error: Error) =>
        this.log.warn(`Old idempotency keys could not be removed: ${error.message}`),
      );
    this.cleanUp = setInterval(clean, CLEAN_UP_INTERVAL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.cleanUp);
  }

  /** Runs a transaction on behalf of a user. A dry run gives the same result and is rolled back. */
  async transaction<T>(context: RequestContext, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.published(() =>
        this.source.transaction(async (manager) => {
          await manager.query(SET_ACTOR, actorOf(context));
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
   * Runs a transaction once for an `Idempotency-Key`, however often the request is sent: `replay` answers a repeat from the
   * change set of the first request. 422 where the key came with a different request.
   */
  async idempotent<T>(
    context: RequestContext,
    work: (manager: EntityManager) => Promise<T>,
    replay: (manager: EntityManager, changeSet: string) => Promise<T>,
  ): Promise<T> {
    // Its hash takes turns with others where the body is large: no transaction is open for so long.
    await context.idempotency?.request();
    return this.transaction(context, async (manager) =>
      (await claimKey(manager, context)) ? work(manager) : replay(manager, await claimedChangeSet(manager, context)),
    );
  }

  /** Creates a record, idempotently; a repeat gets it as it was then. `first` runs before it, in the same transaction. */
  async create<R extends ObjectLiteral>(
    entity: EntityTarget<R>,
    fields: Partial<R>,
    context: RequestContext,
    first?: (manager: EntityManager) => Promise<void>,
  ): Promise<R> {
    const metadata = this.source.getMetadata(entity);
    const replay = (manager: EntityManager, changeSet: string): Promise<R> =>
      insertedRecord<R>(manager, metadata, changeSet);
    const hooks = this.hooksFor(entity);
    const plan = (input: Partial<R>, manager: EntityManager): ReturnType<typeof this.followUps.plan<R>> =>
      this.followUps.plan<R>(metadata.tableName, { operation: 'insert', input, before: null, context, manager });
    // A hook may change what the plan reads.
    const planned = hooks ? undefined : await plan(fields, this.source.manager);
    if (!first && !hooks && !planned && !context.dryRun) {
      const { statement, values } = await insertStatement(metadata, fields, context);
      const [created] = await this.published(() => runPrepared<R>(this.source, statement, values));
      return created ?? replay(this.source.manager, await claimedChangeSet(this.source.manager, context));
    }
    const work = async (manager: EntityManager): Promise<R> => {
      const input = { ...fields };
      await hooks?.(input, { operation: 'insert', before: null, context, manager });
      await first?.(manager);
      const followUp = hooks ? await plan(input, manager) : planned;
      const { statement, values } = await insertStatement(metadata, input, { ...context, idempotency: null });
      const [created] = await runPreparedIn<R>(manager, statement, values);
      await followUp?.(created, manager);
      return created;
    };
    return this.idempotent(context, work, replay);
  }

  /**
   * Changes the given fields of a record while nobody else can; 404 without the record, `VersionMismatch` where `If-Match`
   * does not fit. `first` runs before it, in the same transaction.
   */
  change<R extends { id: number; version: number }>(
    entity: EntityTarget<R>,
    change: RecordChange<R>,
    context: RequestContext,
    first?: (manager: EntityManager, record: R) => Promise<void>,
  ): Promise<R> {
    return this.transaction(context, (manager) => this.changeIn(manager, entity, change, context, first));
  }

  /** The same as a part of a transaction. */
  async changeIn<R extends { id: number; version: number }>(
    manager: EntityManager,
    entity: EntityTarget<R>,
    { id, notFound, fields }: RecordChange<R>,
    context: RequestContext,
    first?: (manager: EntityManager, record: R) => Promise<void>,
  ): Promise<R> {
    const metadata = this.source.getMetadata(entity);
    const record = await lockRecord(manager, entity, { id, ifMatch: context.ifMatch, notFound });
    const before = copyOf(record, metadata);
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    const input = Object.assign(record, Object.fromEntries(given));
    await this.hooksFor(entity)?.(input, { operation: 'update', before, context, manager });
    await first?.(manager, before);
    const followUp = await this.followUps.plan<R>(metadata.tableName, {
      operation: 'update',
      input,
      before,
      context,
      manager,
    });
    const changed = await updateRecord(manager, metadata, input, before);
    await followUp?.(changed, manager);
    return changed;
  }

  /** Changes the status of a record as `change` does, in one round trip where there is no hook. */
  async changeStatus<R extends { id: number; version: number; status: string }>(
    entity: EntityTarget<R>,
    { id, notFound, status }: { id: number; notFound: string; status: R['status'] },
    context: RequestContext,
  ): Promise<R> {
    const metadata = this.source.getMetadata(entity);
    const input = { status } as Partial<R>;
    const write = { operation: 'update', input, before: null, context, manager: this.source.manager } as const;
    if (!this.hooksFor(entity) && !context.dryRun && !(await this.followUps.plan<R>(metadata.tableName, write))) {
      const statement = statusStatement(metadata);
      const [changed] = await this.published(
        () => runPrepared<R>(this.source, statement, [...actorOf(context), id, context.ifMatch ?? null, status]),
        ({ length }) => length > 0,
      );
      if (changed) return changed;
    }
    return this.change(entity, { id, notFound, fields: input }, context);
  }

  /** The hooks of a kind of record; undefined where there are none. Code that writes records in another way calls them. */
  hooksFor<R extends ObjectLiteral>(entity: EntityTarget<R>): BeforeWriteHook<R> | undefined {
    return this.hooks.of<R>(this.source.getMetadata(entity).tableName);
  }

  /** Notifies all processes after `work` has changed something, and repeats it after a serialization failure or a deadlock. */
  private async published<T>(work: () => Promise<T>, isChange: (result: T) => boolean = () => true): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await work();
        if (isChange(result)) this.notifier.publish();
        return result;
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isSerializationFailure(error)) throw error;
      }
    }
  }
}

/** Carries the result of a dry run out of its transaction. */
class RolledBack extends Error {
  constructor(readonly result: unknown) {
    super('A dry run is rolled back');
  }
}

async function rollBack(manager: EntityManager, result: unknown): Promise<never> {
  // A commit would check these at its end.
  await manager.query('SET CONSTRAINTS ALL IMMEDIATE');
  throw new RolledBack(result);
}
