-- Writes a change of a row into the log, with the columns that changed.
-- Arguments: the kind; for a part of another record also the kind of that record, or `*` where the column `kind` of the row has it,
-- and the column that holds its id; then the only columns that the log may show, where it may not show all.
-- Times are logged in UTC because they are compared as text. A SET TimeZone of the function would cost each write a tenth.
CREATE OR REPLACE FUNCTION log_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_row json;
  new_row json;
  this_row json;
  before json;
  after json;
  change_set uuid;
  is_first boolean;
  time_zone text := current_setting('TimeZone');
BEGIN
  IF time_zone <> 'UTC' THEN
    PERFORM set_config('TimeZone', 'UTC', true);
  END IF;
  old_row := row_as_logged(row_to_json(OLD), TG_RELID);
  new_row := row_as_logged(row_to_json(NEW), TG_RELID);
  this_row := coalesce(new_row, old_row);
  IF time_zone <> 'UTC' THEN
    PERFORM set_config('TimeZone', time_zone, true);
  END IF;
  IF TG_OP = 'UPDATE' THEN
    SELECT json_object_agg(key, o.value), json_object_agg(key, n.value) INTO before, after
    FROM json_each(old_row) AS o JOIN json_each(new_row) AS n USING (key)
    WHERE o.value::text <> n.value::text AND key NOT IN ('search_text', 'version', 'waiting_since')
      AND (TG_NARGS < 4 OR key = ANY (TG_ARGV[3:]));
    IF after IS NULL THEN
      RETURN NULL;
    END IF;
  ELSE
    SELECT json_object_agg(key, value) INTO after FROM json_each(this_row)
    WHERE key NOT IN ('search_text', 'version', 'waiting_since') AND (TG_NARGS < 4 OR key = ANY (TG_ARGV[3:]));
    IF TG_OP = 'DELETE' THEN
      before := after;
      after := NULL;
    END IF;
  END IF;
  change_set := nullif(current_setting('crm.change_set', true), '');
  IF change_set IS NULL THEN
    change_set := gen_random_uuid();
    PERFORM set_config('crm.change_set', change_set::text, true);
  END IF;
  -- Set until the end of the transaction, and taken back with a savepoint.
  is_first := current_setting('crm.logged_change_set', true) IS DISTINCT FROM change_set::text;
  IF is_first THEN
    PERFORM set_config('crm.logged_change_set', change_set::text, true);
  END IF;
  PERFORM hold_log_position();
  INSERT INTO changes
    (change_set, user_id, kind, record_id, subject_kind, subject_id, operation, version, before, after, is_first)
  VALUES (
    change_set, nullif(current_setting('crm.user_id', true), '')::integer, TG_ARGV[0], (this_row ->> 'id')::integer,
    CASE TG_ARGV[1] WHEN '*' THEN this_row ->> 'kind' ELSE coalesce(TG_ARGV[1], TG_ARGV[0]) END, (this_row ->> coalesce(TG_ARGV[2], 'id'))::integer,
    lower(TG_OP), (this_row ->> 'version')::integer, before, after, is_first);
  RETURN NULL;
END
$$;
