CREATE OR REPLACE FUNCTION unique_texts(texts text[]) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  RETURN CASE WHEN cardinality(texts) < 5000 THEN tsvector_to_array(array_to_tsvector(texts)) ELSE texts END;
END
$$;
