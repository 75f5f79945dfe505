-- Keeps the tags of a thread that exist, each once, in their order. New ones are held, so that nobody deletes them
-- before the transaction ends: who deletes a tag then finds the thread.
CREATE OR REPLACE FUNCTION keep_known_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.tag_ids <> '{}' THEN
    PERFORM FROM tags
    WHERE id = ANY (NEW.tag_ids) AND NOT id = ANY (CASE TG_OP WHEN 'UPDATE' THEN OLD.tag_ids ELSE '{}' END)
    ORDER BY id FOR KEY SHARE;
    NEW.tag_ids := ARRAY(
      SELECT id FROM unnest(NEW.tag_ids) WITH ORDINALITY AS given (id, place) JOIN tags USING (id)
      GROUP BY id ORDER BY min(place));
  END IF;
  RETURN NEW;
END
$$;
