-- Returns a row of a table with its numeric and bigint columns as text, as the API answers them: a JSON number would lose digits.
CREATE OR REPLACE FUNCTION row_as_logged(row_json json, table_id oid) RETURNS json LANGUAGE plpgsql STABLE AS $$
DECLARE
  numbers text[] := ARRAY(
    SELECT attname FROM pg_attribute WHERE attrelid = table_id AND attnum > 0 AND atttypid IN (20, 1700));
BEGIN
  IF numbers = '{}' OR row_json IS NULL THEN
    RETURN row_json;
  END IF;
  RETURN (
    SELECT json_object_agg(key, CASE
      WHEN key = ANY (numbers) AND json_typeof(value) = 'number' THEN to_json(value #>> '{}') ELSE value END)
    FROM json_each(row_json));
END
$$;
