CREATE OR REPLACE FUNCTION customer_questions_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := fold_text(concat_ws(E'\n', NEW.title, NEW.description));
  RETURN NEW;
END
$$;
