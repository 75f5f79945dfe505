-- Keeps the number of uses of each image, and removes an image with its last use.
CREATE OR REPLACE FUNCTION count_image_uses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN
    SELECT hash, sum(step)::integer AS step FROM (
      SELECT image_hashes(NEW.images) AS hash, 1 AS step WHERE TG_OP <> 'DELETE'
      UNION ALL
      SELECT image_hashes(OLD.images), -1 WHERE TG_OP <> 'INSERT'
    ) AS steps
    GROUP BY hash HAVING sum(step) <> 0 ORDER BY hash
  LOOP
    UPDATE images SET uses = uses + change.step WHERE sha256 = change.hash;
    IF NOT FOUND THEN
      RAISE foreign_key_violation USING MESSAGE = 'the image is not stored', CONSTRAINT = 'image_is_stored';
    END IF;
    DELETE FROM images WHERE sha256 = change.hash AND uses = 0;
  END LOOP;
  RETURN NULL;
END
$$;
