import type { EntityManager } from 'typeorm';

/** So many rows are removed at a time, so that no statement takes too long. */
const BATCH = 1000;

/** Repeats a removal until nothing is left for it. Its last parameter is how many rows it may remove. */
export async function removeInBatches(
  database: Pick<EntityManager, 'query'>,
  removal: string,
  values: unknown[] = [],
): Promise<void> {
  let removed: number;
  do [, removed] = await database.query<[unknown[], number]>(removal, [...values, BATCH]);
  while (removed === BATCH);
}
