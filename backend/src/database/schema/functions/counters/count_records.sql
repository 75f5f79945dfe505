-- Adds what a statement inserted or deleted to the count of the table.
-- Any slot will do that no other transaction is writing; if there is none, a new one: no writer waits for another.
CREATE OR REPLACE FUNCTION count_records() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  step bigint;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM recount(TG_TABLE_NAME);
    RETURN NULL;
  END IF;
  step := (SELECT count(*) FROM changed) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
  IF step = 0 THEN
    RETURN NULL;
  END IF;
  UPDATE counters SET records = records + step
  WHERE table_name = TG_TABLE_NAME AND slot = (
    SELECT slot FROM counters WHERE table_name = TG_TABLE_NAME ORDER BY slot LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO counters (table_name, records) VALUES (TG_TABLE_NAME, step);
  END IF;
  RETURN NULL;
END
$$;
