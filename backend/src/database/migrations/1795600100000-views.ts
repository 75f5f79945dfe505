import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists with filters that somebody has saved. */
export class Views1795600100000 implements MigrationInterface {
  name = 'Views1795600100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE views (
        id serial PRIMARY KEY,
        name text NOT NULL,
        list text NOT NULL,
        query text NOT NULL DEFAULT '',
        is_shared boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        created_by_id integer NOT NULL REFERENCES users (id),
        version integer NOT NULL DEFAULT 1
      )`,
    );
    await runner.query('CREATE INDEX views_created_by_id ON views (created_by_id)');
    await runner.query('CREATE INDEX views_shared ON views (id) WHERE is_shared');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE views');
  }
}
