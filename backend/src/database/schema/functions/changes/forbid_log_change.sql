-- Refuses to change or remove an entry of the change log.
CREATE OR REPLACE FUNCTION forbid_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The change log is only ever added to';
END
$$;
