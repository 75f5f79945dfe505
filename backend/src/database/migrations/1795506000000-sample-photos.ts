import type { MigrationInterface, QueryRunner } from 'typeorm';

const WITH_HOST = '^https?://[^/?#]+(/stock-photos/[0-9]{1,3}[.]webp)$';

/** Removes the host name from the stored addresses of sample photos. The triggers log these updates. */
export class SamplePhotos1795506000000 implements MigrationInterface {
  name = 'SamplePhotos1795506000000';

  async up(runner: QueryRunner): Promise<void> {
    // Functions are applied before migrations: the log writes this column already, and FirstChanges makes and fills it later.
    // It does not stay until then, so that a backup of a build between the two finds the table as it was.
    const lacksColumn = !(await runner.hasColumn('changes', 'is_first'));
    if (lacksColumn) await runner.query('ALTER TABLE changes ADD COLUMN is_first boolean');
    for (const table of ['products', 'problems'])
      await runner.query(
        `UPDATE ${table} SET images = (
           SELECT jsonb_agg(regexp_replace(image, $1, '\\1', 'i') ORDER BY place)
           FROM jsonb_array_elements_text(images) WITH ORDINALITY AS each (image, place))
         WHERE EXISTS (SELECT FROM jsonb_array_elements_text(images) AS image WHERE image ~* $1)`,
        [WITH_HOST],
      );
    for (const table of ['product_imports', 'product_import_mappings'])
      await runner.query(
        `UPDATE ${table} SET placeholder = regexp_replace(placeholder, $1, '\\1', 'i') WHERE placeholder ~* $1`,
        [WITH_HOST],
      );
    if (lacksColumn) await runner.query('ALTER TABLE changes DROP COLUMN is_first');
  }

  /** A path works in the previous version too. */
  async down(): Promise<void> {}
}
