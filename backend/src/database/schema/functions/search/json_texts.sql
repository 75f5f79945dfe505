-- Returns the values of a JSON object, a line each.
CREATE OR REPLACE FUNCTION json_texts(object json) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN (SELECT string_agg(value, E'\n') FROM json_each_text(object));
END
$$;
