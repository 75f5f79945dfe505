import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who takes care of a thread, since when its customer waits, until when it is put off, its tags, and who says a response.
 * Until now every response was one of the staff, and the change log has the reopenings.
 */
export class Queue1795600000000 implements MigrationInterface {
  name = 'Queue1795600000000';

  async up(runner: QueryRunner): Promise<void> {
    await this.upQuestions(runner);
    await this.upProblems(runner);
  }

  private async upQuestions(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE question_responses ADD COLUMN kind text NOT NULL DEFAULT 'staff'
        CONSTRAINT question_responses_kind_check CHECK (kind IN ('staff', 'customer', 'note')),
        ADD COLUMN update_id integer REFERENCES updates (id) ON DELETE SET NULL`);
    await runner.query(
      'CREATE INDEX question_responses_update ON question_responses (update_id) WHERE update_id IS NOT NULL',
    );
    await runner.query(`
      ALTER TABLE customer_questions ADD COLUMN assignee_id integer REFERENCES users (id), ADD COLUMN snoozed_until timestamptz,
        ADD COLUMN tag_ids integer[] NOT NULL DEFAULT '{}', ADD COLUMN opened_at timestamptz, ADD COLUMN waiting_since timestamptz`);
    await runner.query('ALTER TABLE customer_questions DISABLE TRIGGER USER');
    await runner.query(`
      UPDATE customer_questions AS thread SET opened_at = opened, waiting_since = CASE WHEN NOT EXISTS (
        SELECT FROM question_responses WHERE question_id = thread.id AND created_at >= opened) THEN opened END
      FROM (
        SELECT id, coalesce((
          SELECT max(at) FROM changes WHERE subject_kind = 'question' AND subject_id = t.id AND kind = 'question'
            AND operation = 'update' AND before ->> 'status' = 'resolved'), created_at) AS opened
        FROM customer_questions AS t WHERE status <> 'resolved') AS times
      WHERE times.id = thread.id`);
    await runner.query('ALTER TABLE customer_questions ENABLE TRIGGER USER');
    await runner.query("SELECT enable_queue('customer_questions')");
  }

  private async upProblems(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE problem_responses ADD COLUMN kind text NOT NULL DEFAULT 'staff'
        CONSTRAINT problem_responses_kind_check CHECK (kind IN ('staff', 'customer', 'note')),
        ADD COLUMN update_id integer REFERENCES updates (id) ON DELETE SET NULL`);
    await runner.query(
      'CREATE INDEX problem_responses_update ON problem_responses (update_id) WHERE update_id IS NOT NULL',
    );
    await runner.query(`
      ALTER TABLE problems ADD COLUMN assignee_id integer REFERENCES users (id), ADD COLUMN snoozed_until timestamptz,
        ADD COLUMN tag_ids integer[] NOT NULL DEFAULT '{}', ADD COLUMN opened_at timestamptz, ADD COLUMN waiting_since timestamptz`);
    await runner.query('ALTER TABLE problems DISABLE TRIGGER USER');
    await runner.query(`
      UPDATE problems AS thread SET opened_at = opened, waiting_since = CASE WHEN NOT EXISTS (
        SELECT FROM problem_responses WHERE problem_id = thread.id AND created_at >= opened) THEN opened END
      FROM (
        SELECT id, coalesce((
          SELECT max(at) FROM changes WHERE subject_kind = 'problem' AND subject_id = t.id AND kind = 'problem'
            AND operation = 'update' AND before ->> 'status' = 'resolved'), created_at) AS opened
        FROM problems AS t WHERE status <> 'resolved') AS times
      WHERE times.id = thread.id`);
    await runner.query('ALTER TABLE problems ENABLE TRIGGER USER');
    await runner.query("SELECT enable_queue('problems')");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER IF EXISTS customer_questions_waiting_since ON customer_questions');
    await runner.query('DROP TRIGGER IF EXISTS question_responses_waiting_since ON question_responses');
    await runner.query(
      'DROP FUNCTION IF EXISTS waiting_since(customer_questions), follow_response(question_responses)',
    );
    await runner.query(`
      ALTER TABLE customer_questions DROP COLUMN assignee_id, DROP COLUMN snoozed_until, DROP COLUMN tag_ids, DROP COLUMN opened_at,
        DROP COLUMN waiting_since`);
    await runner.query('ALTER TABLE question_responses DROP COLUMN kind, DROP COLUMN update_id');
    await runner.query('DROP INDEX customer_questions_created');
    await runner.query('DROP TRIGGER IF EXISTS problems_waiting_since ON problems');
    await runner.query('DROP TRIGGER IF EXISTS problem_responses_waiting_since ON problem_responses');
    await runner.query('DROP FUNCTION IF EXISTS waiting_since(problems), follow_response(problem_responses)');
    await runner.query(`
      ALTER TABLE problems DROP COLUMN assignee_id, DROP COLUMN snoozed_until, DROP COLUMN tag_ids, DROP COLUMN opened_at,
        DROP COLUMN waiting_since`);
    await runner.query('ALTER TABLE problem_responses DROP COLUMN kind, DROP COLUMN update_id');
    await runner.query('DROP INDEX problems_created');
  }
}
