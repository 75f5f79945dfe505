import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Profiles of columns, which belong to a user or a token, in place of choices that were everybody's. */
export class ImportProfiles1795508000000 implements MigrationInterface {
  name = 'ImportProfiles1795508000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE IF NOT EXISTS product_import_profiles (
        id serial CONSTRAINT product_import_profiles_pkey PRIMARY KEY,
        user_id integer NOT NULL CONSTRAINT product_import_profiles_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
        token_id integer CONSTRAINT product_import_profiles_token_id_fkey REFERENCES tokens (id) ON DELETE CASCADE,
        name text NOT NULL CONSTRAINT product_import_profiles_name_check CHECK (char_length(name) BETWEEN 1 AND 100),
        headers text NOT NULL,
        columns json NOT NULL,
        placeholder text,
        make_skus boolean NOT NULL DEFAULT true,
        used_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT product_import_profiles_owner_name_key UNIQUE NULLS NOT DISTINCT (user_id, token_id, name)
      )`,
    );
    await runner.query(
      'CREATE INDEX IF NOT EXISTS product_import_profiles_headers ON product_import_profiles (user_id, headers)',
    );
    await runner.query(
      'CREATE INDEX IF NOT EXISTS product_import_profiles_token ON product_import_profiles (token_id)',
    );
    await runner.query('ALTER TABLE product_imports ADD COLUMN IF NOT EXISTS profile json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE product_imports DROP COLUMN profile');
    await runner.query('DROP TABLE product_import_profiles');
  }
}
