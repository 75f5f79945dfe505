-- Locks the last id of the log until the end of the transaction, for changes_horizon; every writer takes it first.
CREATE OR REPLACE FUNCTION hold_log_position() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('crm.log_position', true), '') = '' THEN
    PERFORM pg_advisory_xact_lock_shared((4412749::bigint << 40) + CASE WHEN is_called THEN last_value ELSE 0 END)
    FROM changes_id_seq;
    PERFORM set_config('crm.log_position', 'held', true);
  END IF;
END
$$;
