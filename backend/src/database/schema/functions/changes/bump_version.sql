-- Counts the version of a record on when the update changes a column, and takes back what a writer set.
-- Arguments: columns that do not count, because triggers derive them from others. A session that sets crm.keep_version to
-- on writes nothing but such columns.
CREATE OR REPLACE FUNCTION bump_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version;
  IF row_to_json(NEW)::text <> row_to_json(OLD)::text
    AND (TG_NARGS = 0 OR to_jsonb(NEW) - TG_ARGV[0:] <> to_jsonb(OLD) - TG_ARGV[0:])
    AND current_setting('crm.keep_version', true) IS DISTINCT FROM 'on' THEN
    NEW.version := OLD.version + 1;
  END IF;
  RETURN NEW;
END
$$;
