-- Deletes the rows of a table that belong to a deleted record. Arguments: the table, and the kind of the record.
CREATE OR REPLACE FUNCTION delete_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('DELETE FROM %I WHERE kind = $1 AND record_id = $2', TG_ARGV[0]) USING TG_ARGV[1], OLD.id;
  RETURN NULL;
END
$$;
