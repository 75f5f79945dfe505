-- Refuses TRUNCATE of a logged table: its rows would leave without an entry in the log.
CREATE OR REPLACE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The history of % is kept: use DELETE in place of TRUNCATE', TG_TABLE_NAME;
END
$$;
