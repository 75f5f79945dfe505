-- Returns the SHA-256 of each stored image in a list of images; those at other addresses have none.
CREATE OR REPLACE FUNCTION image_hashes(images jsonb) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT substring(image FROM '#([0-9a-f]{64})$')
  FROM jsonb_array_elements_text(images) AS image WHERE image LIKE 'data:%'
$$;
