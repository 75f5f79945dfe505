-- Keeps since when the customer of a thread waits, when a response comes, changes or goes. Notes change nothing.
CREATE OR REPLACE FUNCTION follow_response() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.kind <> 'note' THEN
    PERFORM follow_response(OLD);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.kind <> 'note' THEN
    PERFORM follow_response(NEW);
  END IF;
  RETURN NULL;
END
$$;
