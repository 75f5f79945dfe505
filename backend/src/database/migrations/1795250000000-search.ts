import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of records: what each calls its title, as SQL. */
const RECORDS = { products: "name || ' ' || sku", customer_questions: 'title', problems: 'title', updates: 'title' };
const RESPONSES = { question_responses: 'question_id', problem_responses: 'problem_id' };

/** A table as a search sees it, in SQL: whom a row finds, its words as they are indexed, its text, how many rows a pattern is held against. */
interface Source {
  table: string;
  record: string;
  words: string;
  text: string;
  most: number;
  newest: number;
}

const SOURCES: Source[] = [
  ...Object.entries(RECORDS).map(([table, title]) => ({
    table,
    record: 'id',
    words: `search_vector(id, fold_text(${title}), search_text)`,
    text: 'search_text',
    most: 3000,
    newest: 1000,
  })),
  // Folding thousands of responses would take too long: there a pattern is held against few, and accents count.
  ...Object.entries(RESPONSES).map(([table, record]) => ({
    table,
    record,
    words: "search_vector(id, '', fold_text(response))",
    text: 'lower(response COLLATE "und-x-icu")',
    most: 300,
    newest: 300,
  })),
];

/** Search of one or two letters by pairs of characters, and search over everything by words. */
export class Search1795250000000 implements MigrationInterface {
  name = 'Search1795250000000';

  async up(runner: QueryRunner): Promise<void> {
    await createPairs(runner);
    await createIndexedWords(runner);
    await createWordList(runner);
    for (const source of SOURCES) await createSource(runner, source);
    await runner.query('CREATE INDEX products_sku_folded ON products (fold_text(sku))');
    await runner.query('CREATE INDEX products_ean_folded ON products (fold_text(ean))');
    await fillWordList(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX products_sku_folded, products_ean_folded');
    for (const table of [...Object.keys(RECORDS), ...Object.keys(RESPONSES)]) {
      await runner.query(`DROP TRIGGER ${table}_words ON ${table}`);
      await runner.query(`DROP FUNCTION search_${table}`);
      await runner.query(`DROP INDEX ${table}_words`);
    }
    for (const table of Object.keys(RECORDS)) await runner.query(`DROP INDEX ${table}_pairs`);
    await runner.query('DROP FUNCTION list_record_words, list_response_words, list_words');
    await runner.query('DROP TABLE search_words');
    await runner.query('DROP SEQUENCE search_generation');
    await runner.query('DROP FUNCTION search_vector, near_words, words_of, characters_and_pairs');
  }
}

/** Every character and every two neighbours: what a word of one or two letters is looked up by. */
async function createPairs(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION characters_and_pairs(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 5000 AS $$
      SELECT string_to_array(value, NULL) || array_agg(character || next)
      FROM (SELECT character, lead(character) OVER () AS next FROM string_to_table(value, NULL) AS character) AS characters
      WHERE character NOT IN (' ', E'\\n') AND next NOT IN (' ', E'\\n')
    $$`);
  for (const table of Object.keys(RECORDS)) {
    await runner.query(`CREATE INDEX ${table}_pairs ON ${table} USING gin (characters_and_pairs(search_text))`);
    // Nothing asks the planner for its contents, and they would cost each ANALYZE half a minute at a million rows.
    await runner.query(`ALTER INDEX ${table}_pairs ALTER COLUMN 1 SET STATISTICS 0`);
  }
}

/**
 * The words of each text in an index over an expression, which PostgreSQL itself keeps right. A word of the title is there
 * twice, once as "/word"; "#12" names the 4096 neighbours by id, so that the newest can be asked for first.
 */
async function createIndexedWords(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION words_of(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT array_remove(regexp_split_to_array(folded COLLATE "und-x-icu", '[^[:alnum:]]+'), '')
    $$`);
  // Beyond 40 characters it is no word that anybody types.
  await runner.query(`
    CREATE FUNCTION search_vector(id integer, title text, texts text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 5000 AS $$
      SELECT array_to_tsvector(array_agg(lexeme)) FROM (
        SELECT left(word, 40) AS lexeme FROM unnest(public.words_of(texts)) AS word
        UNION ALL SELECT '/' || left(word, 40) FROM unnest(public.words_of(title)) AS word
        UNION ALL SELECT '#' || (id >> 12)
      ) AS lexemes
    $$`);
  for (const source of SOURCES) {
    await runner.query(`CREATE INDEX ${source.table}_words ON ${source.table} USING gin (${source.words})`);
    await runner.query(`ALTER INDEX ${source.table}_words ALTER COLUMN 1 SET STATISTICS 0`);
  }
}

/**
 * The words without digits: for what was typed of a word so far, and for typos. Words are added and never taken out but by
 * a rebuild, which counts a generation on; without a unique key, so that no writer ever waits for another.
 */
async function createWordList(runner: QueryRunner): Promise<void> {
  await runner.query('CREATE SEQUENCE search_generation');
  await runner.query(
    'CREATE TABLE search_words (word text COLLATE "C" NOT NULL, generation bigint NOT NULL, near text[])',
  );
  await runner.query('CREATE INDEX search_words_word ON search_words (word, generation)');
  await runner.query('CREATE INDEX search_words_near ON search_words USING gin (near)');
  // Two words are at most one typo apart only if they have one of these in common.
  await runner.query(`
    CREATE FUNCTION near_words(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT CASE WHEN length(word) BETWEEN 4 AND 30 THEN word || ARRAY(SELECT overlay(word placing '' FROM at FOR 1) FROM generate_series(1, length(word)) AS at) END
    $$`);
  await runner.query(`
    CREATE FUNCTION list_words(folded text) RETURNS void LANGUAGE sql AS $$
      INSERT INTO search_words (word, generation, near)
      SELECT word, last_value, near_words(word)
      FROM search_generation, (SELECT DISTINCT left(word, 40) COLLATE "C" AS word FROM unnest(words_of(folded)) AS word WHERE word !~ '[0-9]') AS words
      WHERE NOT EXISTS (SELECT FROM search_words AS known WHERE known.word = words.word AND known.generation = last_value)
    $$`);
  await createWordTriggers(runner);
}

async function createWordTriggers(runner: QueryRunner): Promise<void> {
  for (const source of [
    { name: 'record', column: 'search_text', folded: 'NEW.search_text' },
    { name: 'response', column: 'response', folded: 'fold_text(NEW.response)' },
  ]) {
    await runner.query(`
      CREATE FUNCTION list_${source.name}_words() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' OR NEW.${source.column} IS DISTINCT FROM OLD.${source.column} THEN
          PERFORM list_words(${source.folded});
        END IF;
        RETURN NULL;
      END
      $$`);
  }
  for (const table of Object.keys(RECORDS))
    await runner.query(
      `CREATE TRIGGER ${table}_words AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION list_record_words()`,
    );
  for (const table of Object.keys(RESPONSES))
    await runner.query(
      `CREATE TRIGGER ${table}_words AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION list_response_words()`,
    );
}

/**
 * `search_products(tiers, wanted)` and its like answer up to `wanted` records, the newest of the best tier first. A tier is
 * a tsquery, and of words that are too common to be looked up a pattern that is looked for in the rows. The newest 8,192
 * ids are asked first, then all: a common word is soon found, a rare one costs little, and no list of all
 * rows with a common word is ever made. A pattern alone is looked for in the newest rows only.
 * They are static functions, one a table: making a plan each time would cost more than all the rest.
 */
async function createSource(runner: QueryRunner, source: Source): Promise<void> {
  await runner.query(`
    CREATE FUNCTION search_${source.table}(tiers jsonb, wanted integer) RETURNS TABLE (tier integer, record_id integer, row_id integer)
    LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
    DECLARE
      one jsonb;
      span integer;
      query tsquery;
      seen integer[] := '{}';
      newest integer := (SELECT max(id) >> 12 FROM ${source.table});
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
                SELECT id, ${source.record} AS record, ${source.text} AS text FROM ${source.table} WHERE span IS DISTINCT FROM 0 AND ${source.words} @@ query
                LIMIT CASE WHEN one ->> 'pattern' <> '' THEN ${source.most} END
              ) AS found
              UNION ALL
              SELECT id, record, text FROM (
                SELECT id, ${source.record} AS record, ${source.text} AS text FROM ${source.table} ORDER BY id DESC LIMIT CASE WHEN span = 0 THEN ${source.newest} ELSE 0 END
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
    $$`);
}

async function fillWordList(runner: QueryRunner): Promise<void> {
  for (const table of Object.keys(RECORDS))
    await runner.query(`SELECT list_words(string_agg(search_text, E'\\n')) FROM ${table} GROUP BY id / 1000`);
  for (const table of Object.keys(RESPONSES))
    await runner.query(`SELECT list_words(fold_text(string_agg(response, E'\\n'))) FROM ${table} GROUP BY id / 1000`);
}
