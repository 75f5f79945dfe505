import type { EntityManager } from 'typeorm';

/** So long a statement of a search may take, or of a count. */
const STATEMENT_TIMEOUT_MS = 2000;

/** Stops each further statement of a transaction that takes longer, so that a slow one leaves time for the others. */
export async function limitStatements(manager: EntityManager): Promise<void> {
  await manager.query("SELECT set_config('statement_timeout', $1, true)", [String(STATEMENT_TIMEOUT_MS)]);
}
