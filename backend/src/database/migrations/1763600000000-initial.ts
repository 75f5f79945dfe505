import type { MigrationInterface, QueryRunner } from 'typeorm';

export const FOLD_TEXT = String.raw`
    CREATE OR REPLACE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT translate(lower(public.unaccent('public.unaccent'::regdictionary,
        regexp_replace(normalize(value, NFKD), '[\u0300-\u036F]+', '', 'g')) COLLATE "und-x-icu"), 'ς', 'σ')
    $$`;

/** Users and sessions, images kept once, products and their search. */
export class Initial1763600000000 implements MigrationInterface {
  name = 'Initial1763600000000';

  async up(runner: QueryRunner): Promise<void> {
    await createTextFunctions(runner);
    await createAuth(runner);
    await createImages(runner);
    await createProducts(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE products, images, sessions, users, secrets');
    await runner.query('DROP FUNCTION products_search_text, count_image_uses, image_hashes, like_pattern, fold_text');
  }
}

async function createTextFunctions(runner: QueryRunner): Promise<void> {
  await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  await runner.query('CREATE EXTENSION IF NOT EXISTS unaccent');
  // One folding for what is stored and what is searched for: no case, no accents, the same on every server locale.
  await runner.query(FOLD_TEXT);
  await runner.query(String.raw`
    CREATE FUNCTION like_pattern(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT '%' || regexp_replace(fold_text(word), '([%_\\])', '\\\1', 'g') || '%'
    $$`);
}

async function createAuth(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE users (
      id serial CONSTRAINT users_pkey PRIMARY KEY,
      email text NOT NULL,
      password text NOT NULL
    )`);
  await runner.query('CREATE UNIQUE INDEX users_email_key ON users (lower(email))');
  // The shape that connect-pg-simple reads and writes.
  await runner.query(`
    CREATE TABLE sessions (
      sid text CONSTRAINT sessions_pkey PRIMARY KEY,
      sess json NOT NULL,
      expire timestamptz(6) NOT NULL
    )`);
  await runner.query('CREATE INDEX sessions_expire ON sessions (expire)');
  await runner.query('CREATE TABLE secrets (name text CONSTRAINT secrets_pkey PRIMARY KEY, value text NOT NULL)');
}

async function createImages(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE images (
      sha256 text CONSTRAINT images_pkey PRIMARY KEY CONSTRAINT images_sha256_check CHECK (sha256 ~ '^[0-9a-f]{64}$'),
      type text NOT NULL,
      bytes bytea NOT NULL,
      uses integer NOT NULL DEFAULT 0 CONSTRAINT images_uses_check CHECK (uses >= 0)
    )`);
  // Photos are compressed already.
  await runner.query('ALTER TABLE images ALTER COLUMN bytes SET STORAGE EXTERNAL');
  await runner.query(`
    CREATE FUNCTION image_hashes(images jsonb) RETURNS SETOF text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT substring(image FROM '#([0-9a-f]{64})$') FROM jsonb_array_elements_text(images) AS image WHERE image LIKE 'data:%'
    $$`);
  // For every table with a column images: whatever writes it, the uses are right, and the last use takes the bytes with it.
  await runner.query(`
    CREATE FUNCTION count_image_uses() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      change record;
    BEGIN
      FOR change IN
        SELECT hash, sum(step)::integer AS step FROM (
          SELECT image_hashes(NEW.images) AS hash, 1 AS step WHERE TG_OP <> 'DELETE'
          UNION ALL
          SELECT image_hashes(OLD.images), -1 WHERE TG_OP <> 'INSERT'
        ) AS steps
        GROUP BY hash HAVING sum(step) <> 0 ORDER BY hash
      LOOP
        UPDATE images SET uses = uses + change.step WHERE sha256 = change.hash;
        IF NOT FOUND THEN
          RAISE foreign_key_violation USING MESSAGE = 'the image is not stored', CONSTRAINT = 'image_is_stored';
        END IF;
        DELETE FROM images WHERE sha256 = change.hash AND uses = 0;
      END LOOP;
      RETURN NULL;
    END
    $$`);
}

async function createProducts(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE products (
      id serial CONSTRAINT products_pkey PRIMARY KEY,
      name text NOT NULL,
      sku text NOT NULL CONSTRAINT products_sku_key UNIQUE,
      ean text,
      vehicle text,
      description text,
      images jsonb NOT NULL DEFAULT '[]',
      extra_fields json NOT NULL DEFAULT '{}',
      status text NOT NULL DEFAULT 'active',
      search_text text NOT NULL DEFAULT ''
    )`);
  // A line break between the texts: no word of a search can reach from one into the next.
  await runner.query(String.raw`
    CREATE FUNCTION products_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.search_text := fold_text(concat_ws(E'\n', NEW.name, NEW.sku, NEW.ean, NEW.vehicle, NEW.description,
        (SELECT string_agg(value, E'\n') FROM json_each_text(NEW.extra_fields))));
      RETURN NEW;
    END
    $$`);
  await runner.query(`
    CREATE TRIGGER products_search_text BEFORE INSERT OR UPDATE ON products
    FOR EACH ROW EXECUTE FUNCTION products_search_text()`);
  await runner.query(`
    CREATE TRIGGER products_images AFTER INSERT OR DELETE OR UPDATE OF images ON products
    FOR EACH ROW EXECUTE FUNCTION count_image_uses()`);
  await runner.query('CREATE INDEX products_search ON products USING gin (search_text gin_trgm_ops)');
  // With the default sample PostgreSQL takes a rare word for a common one and walks the primary key instead.
  await runner.query('ALTER TABLE products ALTER COLUMN search_text SET STATISTICS 500');
}
