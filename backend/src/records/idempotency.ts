import { BadRequestException, UnprocessableEntityException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { EntityManager, EntityMetadata } from 'typeorm';
import { removeInBatches } from '../database/remove-in-batches';
import { queueRequests } from '../http/budgets/queued';
import type { RequestContext } from './request-context';

/** How long a repeat of a request is recognised. */
const KEYS_KEPT = '7 days';
const REMOVE_OLD = `
  WITH old AS (
    SELECT user_id, key FROM idempotency_keys WHERE created_at < now() - $1::interval LIMIT $2 FOR UPDATE SKIP LOCKED)
  DELETE FROM idempotency_keys AS keys USING old WHERE keys.user_id = old.user_id AND keys.key = old.key`;
/** Printable ASCII; a UUID does well. */
const KEY = /^[\x21-\x7e]{1,200}$/;

/** Refuses an `Idempotency-Key` that cannot be one, whatever the operation. */
export function checkIdempotencyKey(request: Request, _response: Response, next: NextFunction): void {
  if (KEY.test(request.get('Idempotency-Key') ?? 'none')) return next();
  next(new BadRequestException('Idempotency-Key must be 1 to 200 printable ASCII characters without spaces'));
}

/** Requests of a user with the same key go on one after the other. */
export const queueByIdempotencyKey = queueRequests('idempotencyKeys', (request) => {
  const key = request.get('Idempotency-Key');
  return key && request.user ? `${(request.user as { id: number }).id} ${key}` : null;
});

/** Claims the key of a request; false where another request had it. It waits for a transaction that holds the same key. */
export async function claimKey(
  manager: EntityManager,
  { userId, changeSet, idempotency }: RequestContext,
): Promise<boolean> {
  if (!idempotency) return true;
  const claimed = await manager.query<object[]>(
    'INSERT INTO idempotency_keys (user_id, key, request, change_set) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING key',
    [userId, idempotency.key, await idempotency.request(), changeSet],
  );
  return claimed.length > 0;
}

/** The change set of the request that claimed the key; 422 where that was a different request. */
export async function claimedChangeSet(
  manager: EntityManager,
  { userId, idempotency, onReplay }: RequestContext,
): Promise<string> {
  const [claimed] = await manager.query<{ request: string; change_set: string }[]>(
    'SELECT request, change_set FROM idempotency_keys WHERE user_id = $1 AND key = $2',
    [userId, idempotency?.key],
  );
  if (claimed.request !== (await idempotency?.request()))
    throw new UnprocessableEntityException('This Idempotency-Key was used for another request');
  onReplay?.(claimed.change_set);
  return claimed.change_set;
}

/** The record that a change set inserted, as it was then. */
export async function insertedRecord<R>(
  manager: EntityManager,
  { tableName, columns }: EntityMetadata,
  changeSet: string,
): Promise<R> {
  const [row] = await manager.query<Record<string, unknown>[]>(
    `SELECT (json_populate_record(NULL::"${tableName}", change.after)).*, change.version AS logged_version
     FROM changes AS change JOIN record_types USING (kind)
     WHERE change.change_set = $1 AND change.operation = 'insert' AND table_name = $2`,
    [changeSet, tableName],
  );
  return Object.fromEntries(
    columns
      .filter(({ isSelect }) => isSelect)
      .map(({ databaseName, propertyName, isVersion }) => [
        propertyName,
        row[isVersion ? 'logged_version' : databaseName],
      ]),
  ) as R;
}

/** The first record that a change set changed; null where it changed none. */
export async function changedRecord(
  manager: EntityManager,
  changeSet: string,
): Promise<{ kind: string; id: number } | null> {
  const [found = null] = await manager.query<{ kind: string; id: number }[]>(
    "SELECT kind, record_id AS id FROM changes WHERE change_set = $1 AND operation = 'update' ORDER BY changes.id LIMIT 1",
    [changeSet],
  );
  return found;
}

export function removeOldKeys(manager: EntityManager): Promise<void> {
  return removeInBatches(manager, REMOVE_OLD, [KEYS_KEPT]);
}
