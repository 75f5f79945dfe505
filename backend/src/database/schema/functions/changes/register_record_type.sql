-- Enters a record type. Of a new one the rows that its table has already enter the change log and the count.
-- The path is the one in the API; a part of another record has the kind of that record and the column that holds its id.
CREATE OR REPLACE FUNCTION register_record_type(
  new_kind text, new_path text, new_table text, parent text DEFAULT NULL, parent_id text DEFAULT NULL
) RETURNS void LANGUAGE plpgsql SET TimeZone = 'UTC' AS $$
BEGIN
  INSERT INTO record_types VALUES (new_kind, new_path, new_table, parent, parent_id) ON CONFLICT (kind) DO NOTHING;
  IF NOT FOUND THEN
    UPDATE record_types SET path = new_path, table_name = new_table, parent_kind = parent, parent_column = parent_id
    WHERE kind = new_kind;
    RETURN;
  END IF;
  PERFORM hold_log_position();
  EXECUTE format('
    INSERT INTO changes (change_set, at, user_id, kind, record_id, subject_kind, subject_id, operation, version, after)
    SELECT gen_random_uuid(), coalesce((row ->> ''created_at'')::timestamptz, now()),
      (row ->> ''created_by_id'')::integer, %L, id, %L, (row ->> %L)::integer, ''insert'', version,
      (SELECT json_object_agg(key, value) FROM json_each(row) WHERE key NOT IN (''search_text'', ''version'', ''waiting_since''))
    FROM (SELECT t.id, t.version, row_as_logged(row_to_json(t), t.tableoid) AS row FROM %I AS t ORDER BY t.id) AS rows',
    new_kind, coalesce(parent, new_kind), coalesce(parent_id, 'id'), new_table);
  IF parent IS NULL THEN
    PERFORM recount(new_table);
  END IF;
END
$$;
