import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Personal access tokens, and by which of them a change was made. */
export class Tokens1795252000000 implements MigrationInterface {
  name = 'Tokens1795252000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tokens (
        id serial CONSTRAINT tokens_pkey PRIMARY KEY,
        user_id integer NOT NULL CONSTRAINT tokens_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
        name text NOT NULL,
        sha256 bytea NOT NULL CONSTRAINT tokens_sha256_key UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        last_used_at timestamptz,
        CONSTRAINT tokens_user_id_name_key UNIQUE (user_id, name)
      )`);
    // A default, so that the trigger that writes the log need not know of it. The name stays when the token is gone.
    await runner.query(
      "ALTER TABLE changes ADD COLUMN token_name text DEFAULT nullif(current_setting('crm.token_name', true), '')",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE changes DROP COLUMN token_name');
    await runner.query('DROP TABLE tokens');
  }
}
