-- Counts the log as a use of the images in a new entry, so that they stay stored.
-- What a record had before was counted when it was logged, so only `after` counts.
CREATE OR REPLACE FUNCTION count_logged_images() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  image record;
BEGIN
  -- The trigger of the record counts these too, later: both lock them in one order.
  PERFORM FROM images
  WHERE sha256 IN (
    SELECT image_hashes((NEW.before -> 'images')::jsonb) UNION SELECT image_hashes((NEW.after -> 'images')::jsonb))
  ORDER BY sha256 FOR NO KEY UPDATE;
  FOR image IN
    SELECT hash, count(*) AS uses FROM image_hashes((NEW.after -> 'images')::jsonb) AS hash GROUP BY hash ORDER BY hash
  LOOP
    UPDATE images SET uses = images.uses + image.uses WHERE sha256 = image.hash;
    IF NOT FOUND THEN
      RAISE foreign_key_violation USING MESSAGE = 'the image is not stored', CONSTRAINT = 'image_is_stored';
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
