import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The texts of each table that a search looks through, as columns of one `record`. */
const TEXTS = {
  products: String.raw`record.name, record.sku, record.ean, record.vehicle, record.description, (SELECT string_agg(value, E'\n') FROM json_each_text(record.extra_fields))`,
  customer_questions: 'record.title, record.description',
  problems: 'record.title, record.description',
  updates: 'record.title, record.content',
};
const TITLES: Record<string, string> = { products: "name || ' ' || sku" };
const RESPONSES = { question_responses: 'question_id', problem_responses: 'problem_id' };

/** What a module needs of the database in one call each: `keep_search`, `keep_response_search`, and `forget_records` to go again. */
export class RecordTables1795257000000 implements MigrationInterface {
  name = 'RecordTables1795257000000';

  async up(runner: QueryRunner): Promise<void> {
    await createSearchMakers(runner);
    await runner.query(KEEP_SEARCH);
    await runner.query(KEEP_RESPONSE_SEARCH);
    await createForgetRecords(runner);
    for (const [table, texts] of Object.entries(TEXTS)) {
      await runner.query('SELECT make_searched_text($1, $2)', [table, texts]);
      await runner.query('SELECT make_record_search($1, $2)', [table, TITLES[table] ?? 'title']);
    }
    for (const [table, parent] of Object.entries(RESPONSES))
      await runner.query('SELECT make_response_search($1, $2)', [table, parent]);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(TEXTS)) await runner.query(`DROP FUNCTION searched_text(${table})`);
    await runner.query(
      'DROP FUNCTION forget_records, keep_response_search, keep_search, make_response_search, make_record_search, make_search, make_searched_text',
    );
  }
}

/**
 * `search_<table>(tiers, wanted)` as the migration of the search describes it: from now on it is written here.
 * `searched_text(record)` is what the trigger of the record's table writes into `search_text`.
 */
async function createSearchMakers(runner: QueryRunner): Promise<void> {
  await runner.query(String.raw`
    CREATE FUNCTION make_searched_text(searched text, texts text) RETURNS void LANGUAGE plpgsql AS $make$
    BEGIN
      EXECUTE format('CREATE FUNCTION searched_text(record %I) RETURNS text LANGUAGE sql STABLE AS %L', searched, format('SELECT fold_text(concat_ws(E''\n'', %s))', texts));
    END
    $make$`);
  await runner.query(`
    CREATE FUNCTION make_search(searched text, record text, texts text, words text, most integer, newest integer) RETURNS void LANGUAGE plpgsql AS $make$
    BEGIN
      EXECUTE format('CREATE OR REPLACE FUNCTION %I(tiers jsonb, wanted integer) RETURNS TABLE (tier integer, record_id integer, row_id integer)
        LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS %L', 'search_' || searched, format($body$
        DECLARE
          one jsonb;
          span integer;
          query tsquery;
          seen integer[] := '{}';
          newest integer := (SELECT max(id) >> 12 FROM %1$I);
        BEGIN
          FOR one IN SELECT value FROM jsonb_array_elements(tiers) LOOP
            tier := one ->> 'tier';
            FOREACH span IN ARRAY CASE WHEN one ->> 'words' = '' THEN ARRAY[0] ELSE ARRAY[2, NULL] END LOOP
              EXIT WHEN cardinality(seen) >= wanted;
              CONTINUE WHEN newest < span;
              query := concat_ws('&', '(' || nullif(one ->> 'words', '') || ')',
                (SELECT '(' || string_agg(quote_literal('#' || bucket), '|') || ')' FROM generate_series(greatest(newest - span + 1, 0), newest) AS bucket WHERE span IS NOT NULL));
              FOR record_id, row_id IN
                SELECT hits.record, max(hits.id) FROM (
                  SELECT id, record, text FROM (
                    SELECT id, %2$s AS record, %3$s AS text FROM %1$I WHERE span IS DISTINCT FROM 0 AND %4$s @@ query
                    LIMIT CASE WHEN one ->> 'pattern' <> '' THEN %5$s END
                  ) AS found
                  UNION ALL
                  SELECT id, record, text FROM (
                    SELECT id, %2$s AS record, %3$s AS text FROM %1$I ORDER BY id DESC LIMIT CASE WHEN span = 0 THEN %6$s ELSE 0 END
                  ) AS newest
                ) AS hits
                WHERE hits.record <> ALL (seen) AND (one ->> 'pattern' = '' OR hits.text ~ (one ->> 'pattern'))
                GROUP BY hits.record ORDER BY max(hits.id) DESC LIMIT wanted - cardinality(seen)
              LOOP
                seen := seen || record_id;
                RETURN NEXT;
              END LOOP;
            END LOOP;
          END LOOP;
        END
      $body$, searched, record, texts, words, most, newest));
    END
    $make$`);
  await runner.query(`
    CREATE FUNCTION make_record_search(searched text, title text) RETURNS text LANGUAGE plpgsql AS $make$
    DECLARE
      words text := format('search_vector(id, fold_text(%s), search_text)', title);
    BEGIN
      PERFORM make_search(searched, 'id', 'search_text', words, 3000, 1000);
      RETURN words;
    END
    $make$`);
  // Folding thousands of responses would take too long: there a pattern is held against few, and accents count.
  await runner.query(`
    CREATE FUNCTION make_response_search(searched text, parent text) RETURNS text LANGUAGE plpgsql AS $make$
    DECLARE
      words text := 'search_vector(id, '''', fold_text(response))';
    BEGIN
      PERFORM make_search(searched, parent, 'lower(response COLLATE "und-x-icu")', words, 300, 300);
      RETURN words;
    END
    $make$`);
}

/** `keep_search(table, title, others…)`: a table with a column `search_text` is searched by these columns, with the rows that it has. */
export const KEEP_SEARCH = String.raw`
    CREATE OR REPLACE FUNCTION keep_search(searched text, VARIADIC columns text[]) RETURNS void LANGUAGE plpgsql AS $make$
    DECLARE
      texts text := (SELECT string_agg(format('%%1$s.%I', name), ', ' ORDER BY number) FROM unnest(columns) WITH ORDINALITY AS one (name, number));
      words text := make_record_search(searched, quote_ident(columns[1]));
    BEGIN
      PERFORM make_searched_text(searched, format(texts, 'record'));
      EXECUTE format('CREATE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS %L', searched || '_search_text',
        format('BEGIN NEW.search_text := fold_text(concat_ws(E''\n'', %s)); RETURN NEW; END', format(texts, 'NEW')));
      EXECUTE format('CREATE TRIGGER %I BEFORE INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION %1$I()', searched || '_search_text', searched);
      EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION list_record_words()', searched || '_words', searched);
      EXECUTE format('UPDATE %I SET search_text = DEFAULT', searched);
      EXECUTE format('CREATE INDEX %I ON %I USING gin (search_text gin_trgm_ops)', searched || '_search', searched);
      EXECUTE format('ALTER TABLE %I ALTER COLUMN search_text SET STATISTICS 500', searched);
      EXECUTE format('CREATE INDEX %I ON %I USING gin (characters_and_pairs(search_text))', searched || '_pairs', searched);
      EXECUTE format('ALTER INDEX %I ALTER COLUMN 1 SET STATISTICS 0', searched || '_pairs');
      EXECUTE format('CREATE INDEX %I ON %I USING gin (%s)', searched || '_words', searched, words);
      EXECUTE format('ALTER INDEX %I ALTER COLUMN 1 SET STATISTICS 0', searched || '_words');
    END
    $make$`;

/** `keep_response_search(table, parent)`: by responses the record in their column `parent` is found. */
export const KEEP_RESPONSE_SEARCH = `
    CREATE OR REPLACE FUNCTION keep_response_search(searched text, parent text) RETURNS void LANGUAGE plpgsql AS $make$
    DECLARE
      words text := make_response_search(searched, quote_ident(parent));
    BEGIN
      EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION list_response_words()', searched || '_words', searched);
      EXECUTE format('CREATE INDEX %I ON %I USING gin (%s)', searched || '_words', searched, words);
      EXECUTE format('ALTER INDEX %I ALTER COLUMN 1 SET STATISTICS 0', searched || '_words');
    END
    $make$`;

/** `forget_records(table)` drops a table with all that was made for it; that of responses first. What the change log says of it stays. */
async function createForgetRecords(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION forget_records(forgotten text) RETURNS void LANGUAGE plpgsql AS $make$
    BEGIN
      EXECUTE format('DROP FUNCTION IF EXISTS searched_text(%I)', forgotten);
      EXECUTE format('DROP FUNCTION IF EXISTS %I(jsonb, integer)', 'search_' || forgotten);
      EXECUTE format('DROP TABLE %I', forgotten);
      EXECUTE format('DROP FUNCTION IF EXISTS %I()', forgotten || '_search_text');
      DELETE FROM counters WHERE table_name = forgotten;
      DELETE FROM record_kinds WHERE table_name = forgotten;
    END
    $make$`);
}
