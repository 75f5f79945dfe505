import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What threads have for the queue, for the returns of before. Until now every response was one of the staff. */
export class QueueReturns1795601000000 implements MigrationInterface {
  name = 'QueueReturns1795601000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE return_responses ADD COLUMN kind text NOT NULL DEFAULT 'staff'
        CONSTRAINT return_responses_kind_check CHECK (kind IN ('staff', 'customer', 'note')),
        ADD COLUMN update_id integer REFERENCES updates (id) ON DELETE SET NULL`);
    await runner.query(
      'CREATE INDEX return_responses_update ON return_responses (update_id) WHERE update_id IS NOT NULL',
    );
    await runner.query(`
      ALTER TABLE returns ADD COLUMN assignee_id integer REFERENCES users (id), ADD COLUMN snoozed_until timestamptz,
        ADD COLUMN tag_ids integer[] NOT NULL DEFAULT '{}', ADD COLUMN opened_at timestamptz, ADD COLUMN waiting_since timestamptz`);
    await runner.query('ALTER TABLE returns DISABLE TRIGGER USER');
    await runner.query(`
      UPDATE returns AS thread SET opened_at = opened, waiting_since = CASE WHEN NOT EXISTS (
        SELECT FROM return_responses WHERE return_id = thread.id AND created_at >= opened) THEN opened END
      FROM (
        SELECT id, coalesce((
          SELECT max(at) FROM changes WHERE subject_kind = 'return' AND subject_id = t.id AND kind = 'return'
            AND operation = 'update' AND before ->> 'status' = 'resolved'), created_at) AS opened
        FROM returns AS t WHERE status <> 'resolved') AS times
      WHERE times.id = thread.id`);
    await runner.query('ALTER TABLE returns ENABLE TRIGGER USER');
    await runner.query("SELECT enable_queue('returns')");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER IF EXISTS returns_known_tags ON returns');
    await runner.query('DROP TRIGGER IF EXISTS returns_waiting_since ON returns');
    await runner.query('DROP TRIGGER IF EXISTS return_responses_waiting_since ON return_responses');
    await runner.query('DROP FUNCTION IF EXISTS waiting_since(returns), follow_response(return_responses)');
    await runner.query(`
      ALTER TABLE returns DROP COLUMN assignee_id, DROP COLUMN snoozed_until, DROP COLUMN tag_ids, DROP COLUMN opened_at,
        DROP COLUMN waiting_since`);
    await runner.query('ALTER TABLE return_responses DROP COLUMN kind, DROP COLUMN update_id');
    await runner.query('DROP INDEX returns_created');
  }
}
