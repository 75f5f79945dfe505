import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports of products: each file with what would come of it, and how its columns were read the last time. */
export class ProductImports1795254000000 implements MigrationInterface {
  name = 'ProductImports1795254000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE product_imports (
        id serial CONSTRAINT product_imports_pkey PRIMARY KEY,
        created_by_id integer NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        request uuid NOT NULL CONSTRAINT product_imports_request_key UNIQUE,
        state text NOT NULL CONSTRAINT product_imports_state_check CHECK (state IN ('reading', 'ready', 'applied')),
        file json NOT NULL,
        columns json NOT NULL,
        placeholder text,
        counts json NOT NULL,
        change_set uuid
      )`);
    await runner.query('CREATE INDEX product_imports_created_at ON product_imports (created_at)');
    // Unlogged: the rows can be read from the file again, and need not survive a crash. A column of text could not hold
    // every character that a file may have; json can.
    await runner.query(`
      CREATE UNLOGGED TABLE product_import_rows (
        import_id integer NOT NULL,
        id integer NOT NULL,
        cells json NOT NULL,
        state text NOT NULL,
        sku text,
        product_id integer,
        product_version integer,
        fields json,
        verdict json NOT NULL,
        CONSTRAINT product_import_rows_pkey PRIMARY KEY (import_id, id)
      )`);
    await runner.query('CREATE INDEX product_import_rows_state ON product_import_rows (import_id, state, id)');
    await runner.query(`
      CREATE TABLE product_import_mappings (
        headers text CONSTRAINT product_import_mappings_pkey PRIMARY KEY,
        columns json NOT NULL,
        placeholder text,
        used_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE product_imports, product_import_rows, product_import_mappings');
  }
}
