import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks the first entry of each change set in the change log, so that what happened is read without the rest of large ones. */
export class FirstChanges1795585500000 implements MigrationInterface {
  name = 'FirstChanges1795585500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE changes ADD COLUMN IF NOT EXISTS is_first boolean NOT NULL DEFAULT true');
    // The trigger that refuses updates is one of the user's.
    await runner.query('ALTER TABLE changes DISABLE TRIGGER USER');
    await runner.query(
      `UPDATE changes SET is_first = false FROM (SELECT change_set, min(id) AS first FROM changes GROUP BY change_set HAVING count(*) > 1) AS sets
       WHERE changes.change_set = sets.change_set AND changes.id > sets.first`,
    );
    await runner.query('ALTER TABLE changes ENABLE TRIGGER USER');
    await runner.query('CREATE INDEX changes_first ON changes (at, id) WHERE is_first');
    await runner.query('CREATE INDEX changes_first_by_kind ON changes (subject_kind, at, id) WHERE is_first');
    await runner.query('CREATE INDEX changes_first_by_user ON changes (user_id, at, id) WHERE is_first');
    await runner.query(
      "CREATE INDEX changes_first_deletions ON changes (at, id) WHERE is_first AND operation = 'delete'",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE changes DROP COLUMN is_first');
  }
}
