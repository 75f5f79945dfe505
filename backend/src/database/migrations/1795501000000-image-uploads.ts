import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an image was uploaded: one that no record has used for a day since is removed. */
export class ImageUploads1795501000000 implements MigrationInterface {
  name = 'ImageUploads1795501000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE images ADD COLUMN IF NOT EXISTS uploaded_at timestamptz NOT NULL DEFAULT now()');
    await runner.query('CREATE INDEX IF NOT EXISTS images_unused ON images (uploaded_at) WHERE uses = 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE images DROP COLUMN uploaded_at');
  }
}
