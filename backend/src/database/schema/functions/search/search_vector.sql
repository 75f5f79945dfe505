CREATE OR REPLACE FUNCTION search_vector(id integer, title text, texts text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT COST 5000 AS $$
BEGIN
  RETURN array_to_tsvector(public.indexed_words(texts)
    || string_to_array('/' || nullif(array_to_string(public.indexed_words(title), ' /'), ''), ' ')
    || ('#' || (id >> 12)));
END
$$;
