import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What several processes on one database must know of each other: the requests of each token, and which stream a presence is of. */
export class Processes1795261000000 implements MigrationInterface {
  name = 'Processes1795261000000';

  async up(runner: QueryRunner): Promise<void> {
    // Worth nothing after a crash, so it need not survive one. Until `free_at` requests weigh on the token.
    await runner.query(`
      CREATE UNLOGGED TABLE token_uses (
        token_id integer CONSTRAINT token_uses_pkey PRIMARY KEY CONSTRAINT token_uses_token_id_fkey REFERENCES tokens (id) ON DELETE CASCADE,
        free_at timestamptz NOT NULL
      )`);
    // A tab whose stream has begun has a row, also while it has no record open.
    await runner.query(
      'ALTER TABLE presence ADD COLUMN stream uuid, ALTER COLUMN kind DROP NOT NULL, ALTER COLUMN record_id DROP NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM presence WHERE kind IS NULL');
    await runner.query(
      'ALTER TABLE presence DROP COLUMN stream, ALTER COLUMN kind SET NOT NULL, ALTER COLUMN record_id SET NOT NULL',
    );
    await runner.query('DROP TABLE token_uses');
  }
}
