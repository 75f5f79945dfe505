import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource } from 'typeorm';

const standbys = new AsyncLocalStorage<DataSource>();

/** Runs a request whose reads may come from this standby. */
export function withReplica<T>(standby: DataSource, run: () => T): T {
  return standbys.run(standby, run);
}

/** The standby that the request under way may read from. */
export function currentReplica(): DataSource | undefined {
  return standbys.getStore();
}

/** Reads from the standby, if there is one; where that fails, and otherwise, from the primary. */
export async function readFromReplica<T>(
  primary: DataSource,
  standby: DataSource | undefined,
  read: (source: DataSource) => Promise<T>,
): Promise<T> {
  if (!standby) return read(primary);
  return read(standby).catch(() => read(primary));
}
