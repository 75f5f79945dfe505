-- Counts the version of a record on when the update changes a column, and takes back what a writer set.
CREATE OR REPLACE FUNCTION bump_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version;
  IF row_to_json(NEW)::text <> row_to_json(OLD)::text THEN
    NEW.version := OLD.version + 1;
  END IF;
  RETURN NEW;
END
$$;
