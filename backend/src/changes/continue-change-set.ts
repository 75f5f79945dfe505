import type { EntityManager } from 'typeorm';

/** Begins a further transaction of a change set: only its very first entry, in whatever transaction, stands in the activity. */
export async function continueChangeSet(manager: EntityManager, changeSet: string): Promise<void> {
  await manager.query(
    `SELECT set_config('crm.logged_change_set', $1::text, true)
     WHERE EXISTS (SELECT FROM changes WHERE change_set = $1::uuid)`,
    [changeSet],
  );
}
