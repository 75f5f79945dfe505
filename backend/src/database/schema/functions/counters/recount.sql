-- Counts the rows of a table again; its writers wait.
CREATE OR REPLACE FUNCTION recount(counted text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', counted);
  DELETE FROM counters WHERE table_name = counted;
  EXECUTE format('INSERT INTO counters (table_name, records) SELECT %L, count(*) FROM %I', counted, counted);
END
$$;
