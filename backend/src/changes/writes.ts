import { Injectable, UnprocessableEntityException, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { createHash, randomUUID } from 'node:crypto';
import { DataSource, type EntityManager, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { isCollision } from '../common/http/database-error';
import { currentRequest } from '../common/http/request-context';
import { News } from './news';

const MAX_ATTEMPTS = 3;
/** How long a repeat of a request is known as one, and how often older ones are forgotten, ms. */
const KEYS_KEPT = '7 days';
const FORGET_EVERY = 60 * 60 * 1000;

/** How records are written: in one transaction with their log entries, which name the request and its user. */
@Injectable()
export class Writes implements OnModuleInit, OnModuleDestroy {
  private forgetting?: NodeJS.Timeout;

  constructor(
    private readonly source: DataSource,
    private readonly news: News,
  ) {}

  onModuleInit(): void {
    this.forgetting = setInterval(() => void this.forgetOldKeys().catch(() => undefined), FORGET_EVERY).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.forgetting);
  }

  /** Runs a transaction on behalf of the request under way, and again where it met another head-on. */
  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await this.source.transaction(async (manager) => {
          await manager.query("SELECT set_config('crm.user_id', $1, true), set_config('crm.change_set', $2, true)", [String(currentRequest()?.userId ?? ''), changeSetId()]);
          return work(manager);
        });
        this.news.announce();
        return result;
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isCollision(error)) throw error;
      }
    }
  }

  /**
   * A transaction that is done once however often the request is sent, if it has an `Idempotency-Key`: a repeat is
   * answered by `again` from the change set of the first. 422 where the key came with another request.
   */
  once<T>(work: (manager: EntityManager) => Promise<T>, again: (manager: EntityManager, changeSet: string) => Promise<T>): Promise<T> {
    return this.transaction(async (manager) => {
      const former = await claimKey(manager);
      return former === null ? work(manager) : again(manager, former);
    });
  }

  /** Creates one record, once; a repeat gets it as it was then. */
  create<R extends ObjectLiteral>(entity: EntityTarget<R>, work: (manager: EntityManager) => Promise<R>): Promise<R> {
    return this.once(work, (manager, changeSet) => asInserted(manager, entity, changeSet));
  }

  private async forgetOldKeys(): Promise<void> {
    await this.source.query('DELETE FROM idempotency_keys WHERE created_at < now() - $1::interval', [KEYS_KEPT]);
  }
}

function changeSetId(): string {
  return currentRequest()?.id ?? randomUUID();
}

/** Null where the request is the first with its key (or has none), else the change set of the first. */
async function claimKey(manager: EntityManager): Promise<string | null> {
  const context = currentRequest();
  const key = context?.request.get('Idempotency-Key');
  if (!context || key === undefined || context.userId === null) return null;
  const { method, originalUrl, body } = context.request;
  const request = createHash('sha256').update(`${method} ${originalUrl}\n${JSON.stringify(body ?? null)}`).digest('hex');
  // Waits for a request under way that has the same key.
  const claimed = await manager.query<object[]>(
    'INSERT INTO idempotency_keys (user_id, key, request, change_set) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING key',
    [context.userId, key, request, context.id],
  );
  if (claimed.length > 0) return null;
  const [former] = await manager.query<{ request: string; change_set: string }[]>('SELECT request, change_set FROM idempotency_keys WHERE user_id = $1 AND key = $2', [
    context.userId,
    key,
  ]);
  if (former.request !== request) throw new UnprocessableEntityException('This Idempotency-Key was used for another request');
  return former.change_set;
}

/** The record that a change set inserted, as it was then. */
async function asInserted<R extends ObjectLiteral>(manager: EntityManager, entity: EntityTarget<R>, changeSet: string): Promise<R> {
  const { tableName, columns } = manager.connection.getMetadata(entity);
  const [row] = await manager.query<Record<string, unknown>[]>(
    `SELECT (json_populate_record(NULL::"${tableName}", change.after)).*, change.version AS logged_version
     FROM changes AS change JOIN record_kinds USING (kind)
     WHERE change.change_set = $1 AND change.operation = 'insert' AND table_name = $2`,
    [changeSet, tableName],
  );
  const record = manager.create(entity);
  for (const { databaseName, propertyName, isVersion } of columns) Object.assign(record, { [propertyName]: row[isVersion ? 'logged_version' : databaseName] });
  return record;
}
