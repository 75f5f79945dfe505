CREATE OR REPLACE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The history of % is kept: use DELETE in place of TRUNCATE', TG_TABLE_NAME;
END
$$;
