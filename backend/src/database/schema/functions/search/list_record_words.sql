CREATE OR REPLACE FUNCTION list_record_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('crm.words_later', true) IS DISTINCT FROM 'on' AND (TG_OP = 'INSERT' OR NEW.search_text IS DISTINCT FROM OLD.search_text) THEN
    PERFORM list_words(NEW.search_text);
  END IF;
  RETURN NULL;
END
$$;
