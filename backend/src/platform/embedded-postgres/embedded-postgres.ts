import type { Disk } from './disk';
import { PostgresSupervisor } from './supervisor';

export { startThrowAwayPostgres } from './throw-away';

/** A running PostgreSQL: where to reach it, and how to end it. */
export interface EmbeddedPostgres {
  /** postgres:// address of a database on 127.0.0.1 for its owner. */
  url: string;
  /** The room for its data. */
  disk: Disk;
  /** Whether the server ends with this process. */
  isOwner(): boolean;
  /** Stops the server (unless another process owns it) and its supervision; may be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that comes with the app, with its data below `dataDir`, and keeps it running until `stop`.
 * Where another live process runs it already, that one is shared. Throws a sentence that says what to do.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: (message: string) => void;
  /** Calls a start off that still waits. */
  stopping?: AbortSignal;
}): Promise<EmbeddedPostgres> {
  const supervisor = await PostgresSupervisor.start(options);
  return {
    url: supervisor.url,
    disk: supervisor.disk,
    isOwner: () => supervisor.server !== undefined,
    stop: () => supervisor.stop(),
  };
}
