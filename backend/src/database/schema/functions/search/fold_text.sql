CREATE OR REPLACE FUNCTION fold_text(value text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT COST 5 AS $$
BEGIN RETURN translate(lower(public.unaccent('public.unaccent'::regdictionary,
  regexp_replace(normalize(value, NFKD), '[\u0300-\u036F]+', '', 'g')) COLLATE "und-x-icu"), 'ς', 'σ'); END
$$;
