-- Writes what a record is found by into `search_text`; record-types.sql has a searched_text for each table.
CREATE OR REPLACE FUNCTION set_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := searched_text(NEW);
  RETURN NEW;
END
$$;
