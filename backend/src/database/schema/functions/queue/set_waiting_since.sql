-- Keeps when a thread was opened and since when its customer waits; record-types.sql has a waiting_since for each table.
-- A thread that comes back from resolved was opened now, unless the writer says when: an undo gives back the time from before.
CREATE OR REPLACE FUNCTION set_waiting_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'resolved' THEN
    NEW.opened_at := NULL;
    NEW.waiting_since := NULL;
  ELSIF TG_OP = 'INSERT' THEN
    NEW.opened_at := coalesce(NEW.opened_at, NEW.created_at);
    NEW.waiting_since := NEW.opened_at;
  ELSE
    -- Reopening ends the snooze, unless a new one comes with it; an undo gives back the one from before.
    IF NEW.opened_at IS NULL THEN
      NEW.opened_at := now();
      NEW.snoozed_until := nullif(NEW.snoozed_until, OLD.snoozed_until);
    END IF;
    IF NEW.opened_at IS DISTINCT FROM OLD.opened_at THEN
      NEW.waiting_since := waiting_since(NEW);
    END IF;
  END IF;
  RETURN NEW;
END
$$;
