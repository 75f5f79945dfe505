import { Logger } from '@nestjs/common';
import type { DatabaseHealth } from '../database/database-health';
import { isLockNotAvailable } from '../http/database-error';
import type { RequestContext } from './request-context';

/** How often to look for work that another process has left unfinished. Younger work is left to the process that began it. */
export const RESUME_INTERVAL_MS = 2000;

/** How often to log that work fails: it is tried again all the time. */
const WARN_INTERVAL_MS = 5 * 60 * 1000;

/** How to go on with work of one sort. */
interface Unfinished<Work> {
  find: () => Promise<Work[]>;
  finish: (work: Work) => Promise<unknown>;
}

/** Goes on with what is unfinished, from time to time while there is a database. Clear the interval at the end. */
export function resumeUnfinished<Work>(
  databaseHealth: DatabaseHealth,
  what: string,
  { find, finish }: Unfinished<Work>,
): NodeJS.Timeout {
  const log = new Logger(what);
  let warnedAt = -Infinity;
  const onFailure = (error: Error): void => {
    const message = `One cannot be finished: ${error.message}`;
    // Another process is at it.
    if (isLockNotAvailable(error) || Date.now() - warnedAt < WARN_INTERVAL_MS) return log.debug(message);
    warnedAt = Date.now();
    log.warn(message);
  };
  const resume = async (): Promise<void> => {
    for (const work of await find())
      // One that fails does not keep the others waiting.
      await finish(work).catch(onFailure);
  };
  let running = false;
  const tick = async (): Promise<void> => {
    if (running || !databaseHealth.prepared) return;
    running = true;
    await resume().catch((error: Error) => log.debug(`cannot go on: ${error.message}`));
    running = false;
  };
  return setInterval(() => void tick(), RESUME_INTERVAL_MS).unref();
}

/** The context of work that is gone on with: as it was begun. */
export function resumedContext(work: Pick<RequestContext, 'userId' | 'tokenName' | 'changeSet'>): RequestContext {
  const { userId, tokenName, changeSet } = work;
  return { userId, tokenName, changeSet, tokenId: null, idempotency: null, ifMatch: undefined, dryRun: false };
}
