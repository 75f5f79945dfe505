CREATE OR REPLACE FUNCTION characters_and_pairs(value text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT COST 5000 AS $$
BEGIN
  RETURN public.unique_texts(string_to_array(value, NULL)
    || array_remove(string_to_array(regexp_replace(translate(value, E'\n', ' '), '.', '\& \&', 'g'), ' '), ''));
END
$$;
