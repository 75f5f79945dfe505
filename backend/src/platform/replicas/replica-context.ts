import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource } from 'typeorm';
import { isTimeout } from '../../http/database-error';

const replicas = new AsyncLocalStorage<DataSource>();

/** Runs a request whose reads may come from this replica. */
export function withReplica<T>(replica: DataSource, run: () => T): T {
  return replicas.run(replica, run);
}

/** The replica that the request under way may read from. */
export function currentReplica(): DataSource | undefined {
  return replicas.getStore();
}

/** Reads from the replica, if there is one; where that fails, but not where it takes too long, and otherwise, from the primary. */
export async function readFromReplica<T>(
  primary: DataSource,
  replica: DataSource | undefined,
  read: (source: DataSource) => Promise<T>,
): Promise<T> {
  if (!replica) return read(primary);
  return read(replica).catch((error: unknown) => {
    // The primary would take as long.
    if (isTimeout(error)) throw error;
    return read(primary);
  });
}
