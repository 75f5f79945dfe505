import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the account of a user was closed, and the version of a webhook, whose changes are logged from now on. */
export class ClosedAccounts1795502000000 implements MigrationInterface {
  name = 'ClosedAccounts1795502000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN IF NOT EXISTS closed_at timestamptz');
    await runner.query('ALTER TABLE webhooks ADD COLUMN IF NOT EXISTS version integer NOT NULL DEFAULT 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TRIGGER webhooks_changes ON webhooks; DROP TRIGGER webhooks_no_truncate ON webhooks; DROP TRIGGER webhooks_version ON webhooks',
    );
    await runner.query("DELETE FROM record_types WHERE kind = 'webhook'");
    await runner.query('ALTER TABLE webhooks DROP COLUMN version');
    await runner.query('ALTER TABLE users DROP COLUMN closed_at');
  }
}
