CREATE OR REPLACE FUNCTION list_response_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.response IS DISTINCT FROM OLD.response THEN
    PERFORM list_words(fold_text(NEW.response));
  END IF;
  RETURN NULL;
END
$$;
