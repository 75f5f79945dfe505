CREATE OR REPLACE FUNCTION list_inserted_response_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  folded text;
  texts text;
BEGIN
  IF current_setting('crm.words_later', true) IS NOT DISTINCT FROM 'on' THEN
    RETURN NULL;
  END IF;
  FOR folded IN SELECT fold_text(response) FROM changed LOOP
    texts := concat_ws(E'\n', texts, folded);
    IF octet_length(texts) > 30000 THEN
      PERFORM list_words(texts);
      texts := NULL;
    END IF;
  END LOOP;
  IF texts <> '' THEN
    PERFORM list_words(texts);
  END IF;
  RETURN NULL;
END
$$;
