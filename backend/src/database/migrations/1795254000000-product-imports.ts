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
    await runner.query(wordsTrigger("current_setting('crm.words_later', true) IS DISTINCT FROM 'on' AND"));
    await runner.query(PAIRS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      pairs(`
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 5000 AS $$
        SELECT string_to_array(value, NULL) || array_agg(character || next)
        FROM (SELECT character, lead(character) OVER () AS next FROM string_to_table(value, NULL) AS character) AS characters
        WHERE character NOT IN (' ', E'\\n') AND next NOT IN (' ', E'\\n')
      $$`),
    );
    await runner.query(wordsTrigger(''));
    await runner.query('DROP TABLE product_imports, product_import_rows, product_import_mappings');
  }
}

/** Whoever writes thousands of records at once may list their words together, which costs far less. */
function wordsTrigger(unless: string): string {
  return `
    CREATE OR REPLACE FUNCTION list_record_words() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF ${unless} (TG_OP = 'INSERT' OR NEW.search_text IS DISTINCT FROM OLD.search_text) THEN
        PERFORM list_words(NEW.search_text);
      END IF;
      RETURN NULL;
    END
    $$`;
}

function pairs(definition: string): string {
  return `CREATE OR REPLACE FUNCTION characters_and_pairs(value text) RETURNS text[] ${definition}`;
}

/** The same characters and pairs as ever, in two thirds of the time: a list without a window. */
export const PAIRS = pairs(`
      LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 5000 AS $$
      DECLARE
        characters text[] := string_to_array(value, NULL);
      BEGIN
        RETURN characters || ARRAY(SELECT character || next FROM unnest(characters, characters[2:]) AS pairs (character, next) WHERE character NOT IN (' ', E'\\n') AND next NOT IN (' ', E'\\n'));
      END
      $$`);
