import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Limits on attempts to sign in, invitations, and whose a session is. */
export class SignIn1795248000000 implements MigrationInterface {
  name = 'SignIn1795248000000';

  async up(runner: QueryRunner): Promise<void> {
    // Worth nothing after a crash, so it need not survive one. Until `free_at` attempts weigh on the key.
    await runner.query(`
      CREATE UNLOGGED TABLE attempts (
        key bytea CONSTRAINT attempts_pkey PRIMARY KEY,
        free_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX attempts_free_at ON attempts (free_at)');
    await runner.query(`
      CREATE TABLE invites (
        token_sha256 bytea CONSTRAINT invites_pkey PRIMARY KEY,
        created_by_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query(
      "ALTER TABLE sessions ADD COLUMN user_id integer GENERATED ALWAYS AS ((sess -> 'passport' -> 'user' ->> 'id')::integer) STORED",
    );
    await runner.query('CREATE INDEX sessions_user_id ON sessions (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN user_id');
    await runner.query('DROP TABLE invites, attempts');
  }
}
