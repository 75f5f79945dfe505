CREATE OR REPLACE FUNCTION indexed_words(folded text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  IF folded COLLATE "C" ~ '\S{41}' THEN
    folded := regexp_replace(folded COLLATE "und-x-icu", '([[:alnum:]]{40})[[:alnum:]]+', '\1', 'g');
  END IF;
  RETURN array_remove(regexp_split_to_array(folded COLLATE "und-x-icu", '[^[:alnum:]]+'), '');
END
$$;
