CREATE OR REPLACE FUNCTION near_words(word text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
SELECT CASE WHEN length(word) BETWEEN 4 AND 30 THEN word || ARRAY(SELECT overlay(word placing '' FROM at FOR 1) FROM generate_series(1, length(word)) AS at) END
$$;
