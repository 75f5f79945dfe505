-- Makes the indexes of a table of threads that the queue and the filters of lists read.
CREATE OR REPLACE FUNCTION enable_queue(threads text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- What the included columns say is counted without a look at the rows.
  EXECUTE format('CREATE INDEX %I ON %I (waiting_since, id) INCLUDE (status, assignee_id, snoozed_until) WHERE waiting_since IS NOT NULL', threads || '_waiting', threads);
  EXECUTE format('CREATE INDEX %I ON %I (assignee_id, status, id) WHERE assignee_id IS NOT NULL', threads || '_assigned', threads);
  EXECUTE format('CREATE INDEX %I ON %I (snoozed_until, id) WHERE snoozed_until IS NOT NULL', threads || '_snoozed', threads);
  EXECUTE format('CREATE INDEX %I ON %I USING gin (tag_ids) WHERE tag_ids <> ''{}''', threads || '_tags', threads);
  EXECUTE format('CREATE INDEX %I ON %I (created_at, id)', threads || '_created', threads);
  EXECUTE format('CREATE INDEX %I ON %I (created_at, id) INCLUDE (status, assignee_id, snoozed_until, waiting_since) WHERE status <> ''resolved''', threads || '_unresolved', threads);
  EXECUTE format('CREATE INDEX %I ON %I (waiting_since, id) WHERE waiting_since IS NOT NULL AND assignee_id IS NULL', threads || '_unassigned', threads);
END
$$;
