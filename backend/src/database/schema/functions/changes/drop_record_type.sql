-- Drops a table with its triggers and functions, for the `down` of a migration; its change log stays.
CREATE OR REPLACE FUNCTION drop_record_type(dropped text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('DROP TABLE %I CASCADE', dropped);
  DELETE FROM counters WHERE table_name = dropped;
  DELETE FROM record_types WHERE table_name = dropped;
END
$$;
