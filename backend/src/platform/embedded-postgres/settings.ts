import { totalmem } from 'node:os';

const megabyte = 2 ** 20;

/**
 * PostgreSQL's own cache, in MB: a quarter of the memory, in bytes, that the machine or the container has, from 128 to
 * 1,024. It fills with what is read, and stays where the system's cache of files may be given to others.
 */
export function cacheSize(memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)): number {
  return Math.min(1024, Math.max(128, Math.floor(memory / 4 / megabyte)));
}

/** Said on the command line, so that no edited configuration file can take them back. */
export const settings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '100',
  shared_buffers: `${cacheSize()}MB`,
  // For the planner alone, and the same on every machine: so are the plans.
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // The data lies on a solid-state disk or in the cache nearly always.
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

/** Those without which a power failure could lose data. */
export const durable = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums'];
