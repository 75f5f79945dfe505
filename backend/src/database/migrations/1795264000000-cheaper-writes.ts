import type { MigrationInterface, QueryRunner } from 'typeorm';

export const SEARCH_VECTOR = `
      CREATE OR REPLACE FUNCTION search_vector(id integer, title text, texts text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 5000 AS $$
      BEGIN
        RETURN array_to_tsvector(ARRAY(
          SELECT left(word, 40) FROM unnest(public.words_of(texts)) AS word
          UNION ALL SELECT '/' || left(word, 40) FROM unnest(public.words_of(title)) AS word
        ) || ('#' || (id >> 12)));
      END
      $$`;

/** Nearly always all are known, and no INSERT need be begun. */
export const LIST_WORDS = `
      CREATE OR REPLACE FUNCTION list_words(folded text) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        present bigint := (SELECT last_value FROM search_generation);
        fresh text[] := ARRAY(
          SELECT left(one, 40) FROM unnest(words_of(folded)) AS one
          WHERE one !~ '[0-9]' AND NOT EXISTS (SELECT FROM search_words WHERE word = left(one, 40) COLLATE "C" AND generation = present));
      BEGIN
        IF cardinality(fresh) > 0 THEN
          INSERT INTO search_words (word, generation, near) SELECT DISTINCT word COLLATE "C", present, near_words(word) FROM unnest(fresh) AS word;
        END IF;
      END
      $$`;

/** The words of a text as they are indexed and listed, as ever; what is planned once a connection and not once a statement is cheaper to write. */
export class CheaperWrites1795264000000 implements MigrationInterface {
  name = 'CheaperWrites1795264000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SEARCH_VECTOR);
    await runner.query(LIST_WORDS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION search_vector(id integer, title text, texts text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 5000 AS $$
        SELECT array_to_tsvector(array_agg(lexeme)) FROM (
          SELECT left(word, 40) AS lexeme FROM unnest(public.words_of(texts)) AS word
          UNION ALL SELECT '/' || left(word, 40) FROM unnest(public.words_of(title)) AS word
          UNION ALL SELECT '#' || (id >> 12)
        ) AS lexemes
      $$`);
    await runner.query(`
      CREATE OR REPLACE FUNCTION list_words(folded text) RETURNS void LANGUAGE sql AS $$
        INSERT INTO search_words (word, generation, near)
        SELECT word, last_value, near_words(word)
        FROM search_generation, (SELECT DISTINCT left(word, 40) COLLATE "C" AS word FROM unnest(words_of(folded)) AS word WHERE word !~ '[0-9]') AS words
        WHERE NOT EXISTS (SELECT FROM search_words AS known WHERE known.word = words.word AND known.generation = last_value)
      $$`);
  }
}
