-- Returns the newest entry of the log and the newest before which no other can still appear.
-- Ids are given out before their transactions commit, so the newest visible entry may overtake an older one. The locks of
-- hold_log_position name the writers under way. Read the entries in a statement of its own after this one.
CREATE OR REPLACE FUNCTION changes_horizon(OUT safe bigint, OUT newest bigint) LANGUAGE plpgsql AS $$
BEGIN
  SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO newest FROM changes_id_seq;
  SELECT least(newest, min(((classid::bigint << 32) | objid::bigint) - (4412749::bigint << 40))) INTO safe
  FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 8 = 4412749
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
END
$$;
