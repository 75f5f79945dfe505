import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FOLD_TEXT } from './1763600000000-initial';
import { PAIRS } from './1795254000000-product-imports';
import { LIST_WORDS, SEARCH_VECTOR } from './1795264000000-cheaper-writes';

/**
 * What a row is found by, the same as ever, made with far fewer steps of the executor: each of them costs a statement that
 * writes one row more than the work itself. No index has to be made anew.
 */
export class CheaperKeys1795267000000 implements MigrationInterface {
  name = 'CheaperKeys1795267000000';

  async up(runner: QueryRunner): Promise<void> {
    await keepFoldText(runner);
    // A tsvector is the cheapest way to sort texts and to be rid of repeats, and an index sorts few things faster than what is
    // sorted; but it ends at 1 MB.
    await runner.query(`
      CREATE FUNCTION unique_texts(texts text[]) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      BEGIN
        RETURN CASE WHEN cardinality(texts) < 5000 THEN tsvector_to_array(array_to_tsvector(texts)) ELSE texts END;
      END
      $$`);
    // "abc" becomes "a ab bc c".
    await runner.query(String.raw`
      CREATE OR REPLACE FUNCTION characters_and_pairs(value text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 5000 AS $$
      BEGIN
        RETURN public.unique_texts(string_to_array(value, NULL)
          || array_remove(string_to_array(regexp_replace(translate(value, E'\n', ' '), '.', '\& \&', 'g'), ' '), ''));
      END
      $$`);
    await makeWords(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const definition of [FOLD_TEXT, PAIRS, SEARCH_VECTOR, LIST_WORDS]) await runner.query(definition);
    await runner.query('DROP FUNCTION unique_texts, indexed_words');
  }
}

/** As SQL it is read and planned anew for every row that is written, once for each index over it. The cost is what the planner reckoned before. */
async function keepFoldText(runner: QueryRunner): Promise<void> {
  await runner.query(
    FOLD_TEXT.replace(
      'LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE',
      'LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 5',
    )
      .replace('SELECT', 'BEGIN RETURN')
      .replace(/\s+\$\$$/, '; END $$$$'),
  );
}

async function makeWords(runner: QueryRunner): Promise<void> {
  // Beyond 40 characters it is no word that anybody types. Few texts have anything so long, and the rest is spared the cutting.
  await runner.query(String.raw`
    CREATE FUNCTION indexed_words(folded text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    BEGIN
      IF folded COLLATE "C" ~ '\S{41}' THEN
        folded := regexp_replace(folded COLLATE "und-x-icu", '([[:alnum:]]{40})[[:alnum:]]+', '\1', 'g');
      END IF;
      RETURN array_remove(regexp_split_to_array(folded COLLATE "und-x-icu", '[^[:alnum:]]+'), '');
    END
    $$`);
  await runner.query(`
    CREATE OR REPLACE FUNCTION search_vector(id integer, title text, texts text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 5000 AS $$
    BEGIN
      RETURN array_to_tsvector(public.indexed_words(texts)
        || string_to_array('/' || nullif(array_to_string(public.indexed_words(title), ' /'), ''), ' ')
        || ('#' || (id >> 12)));
    END
    $$`);
  await runner.query(`
    CREATE OR REPLACE FUNCTION list_words(folded text) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      present bigint := (SELECT last_value FROM search_generation);
      fresh text[] := ARRAY(
        SELECT word FROM unnest(unique_texts(indexed_words(folded))) AS words (word)
        WHERE word !~ '[0-9]' AND NOT EXISTS (SELECT FROM search_words AS known WHERE known.word = words.word COLLATE "C" AND generation = present));
    BEGIN
      IF cardinality(fresh) > 0 THEN
        INSERT INTO search_words (word, generation, near) SELECT DISTINCT word COLLATE "C", present, near_words(word) FROM unnest(fresh) AS word;
      END IF;
    END
    $$`);
}
