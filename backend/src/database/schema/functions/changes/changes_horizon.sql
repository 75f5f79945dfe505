CREATE OR REPLACE FUNCTION changes_horizon(OUT safe bigint, OUT newest bigint) LANGUAGE plpgsql AS $$
BEGIN
  SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO newest FROM changes_id_seq;
  SELECT least(newest, min(((classid::bigint << 32) | objid::bigint) - (4412749::bigint << 40))) INTO safe
  FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 8 = 4412749
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
END
$$;
