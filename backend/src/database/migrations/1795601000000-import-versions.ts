import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The version of an import, by which `If-Match` knows a comparison. */
export class ImportVersions1795601000000 implements MigrationInterface {
  name = 'ImportVersions1795601000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE product_imports ADD COLUMN version integer NOT NULL DEFAULT 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE product_imports DROP COLUMN version');
  }
}
