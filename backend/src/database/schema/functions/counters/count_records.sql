CREATE OR REPLACE FUNCTION count_records() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  step bigint := (SELECT count(*) FROM changed) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  IF step = 0 THEN
    RETURN NULL;
  END IF;
  UPDATE counters SET records = records + step
  WHERE table_name = TG_TABLE_NAME
    AND slot = (SELECT slot FROM counters WHERE table_name = TG_TABLE_NAME ORDER BY slot LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO counters (table_name, records) VALUES (TG_TABLE_NAME, step);
  END IF;
  RETURN NULL;
END
$$;
