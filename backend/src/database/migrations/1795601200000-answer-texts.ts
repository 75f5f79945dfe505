import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The text that an update answers with, where it is not that of the update. */
export class AnswerTexts1795601200000 implements MigrationInterface {
  name = 'AnswerTexts1795601200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE update_answers ADD COLUMN text text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE update_answers DROP COLUMN text');
  }
}
