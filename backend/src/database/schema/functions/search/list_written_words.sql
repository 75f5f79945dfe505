-- Lists the words of the rows that a statement has written, many rows at once. The argument is the column with the text.
CREATE OR REPLACE FUNCTION list_written_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  texts text[];
  folded text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    texts := ARRAY(SELECT string_agg(to_json(written) ->> TG_ARGV[0], E'\n') FROM written GROUP BY id / 100);
  ELSE
    texts := ARRAY(SELECT string_agg(text, E'\n') FROM (
      SELECT id, to_json(written) ->> TG_ARGV[0] AS text FROM written
      EXCEPT SELECT id, to_json(former) ->> TG_ARGV[0] FROM former
    ) AS changed GROUP BY id / 100);
  END IF;
  FOREACH folded IN ARRAY texts LOOP
    PERFORM list_words(CASE TG_ARGV[0] WHEN 'search_text' THEN folded ELSE fold_text(folded) END);
  END LOOP;
  RETURN NULL;
END
$$;
