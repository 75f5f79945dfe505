import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Updates that answer open questions and problems, and how far each has come. */
export class UpdateAnswers1795600600000 implements MigrationInterface {
  name = 'UpdateAnswers1795600600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE update_answers (
        id serial PRIMARY KEY,
        update_id integer NOT NULL REFERENCES updates (id) ON DELETE CASCADE,
        user_id integer NOT NULL REFERENCES users (id),
        token_name text,
        change_set uuid NOT NULL,
        status text,
        items jsonb NOT NULL,
        done integer NOT NULL DEFAULT 0,
        answered integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz
      )`);
    await runner.query('CREATE INDEX update_answers_unfinished ON update_answers (id) WHERE finished_at IS NULL');
    await runner.query(`
      CREATE TABLE stepwise_change_sets (
        change_set uuid PRIMARY KEY,
        reverts uuid,
        user_id integer,
        token_name text,
        choices jsonb,
        next_entry bigint,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz
      )`);
    await runner.query(
      'CREATE INDEX stepwise_change_sets_unfinished ON stepwise_change_sets (change_set) WHERE finished_at IS NULL AND reverts IS NOT NULL',
    );
    await runner.query('CREATE UNIQUE INDEX update_answers_change_set ON update_answers (change_set)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE update_answers, stepwise_change_sets');
  }
}
