CREATE OR REPLACE FUNCTION like_pattern(word text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
SELECT '%' || regexp_replace(fold_text(word), '([%_\\])', '\\\1', 'g') || '%'
$$;
