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
$$;
