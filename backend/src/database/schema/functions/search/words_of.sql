CREATE OR REPLACE FUNCTION words_of(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
SELECT array_remove(regexp_split_to_array(folded COLLATE "und-x-icu", '[^[:alnum:]]+'), '')
$$;
