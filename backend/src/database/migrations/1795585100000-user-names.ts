import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The display name of a user. Not called `name`: processes of the version before join `users` with `tokens`, which has one. */
export class UserNames1795585100000 implements MigrationInterface {
  name = 'UserNames1795585100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN IF NOT EXISTS display_name text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN display_name');
  }
}
