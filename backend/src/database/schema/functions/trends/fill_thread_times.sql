-- Writes the times of the threads of a kind with these numbers, from the change log up to an entry.
-- Of one entry the times are always the same, so it may be called again, late, or by two processes at once.
CREATE OR REPLACE FUNCTION fill_thread_times(thread_kind text, first_id integer, last_id integer, until bigint)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO thread_times AS known (kind, record_id, position, created_at, first_response_at, resolved_at)
  SELECT thread_kind, thread.id, until, times.created_at, times.first_response_at, times.resolved_at
  FROM (
    SELECT DISTINCT subject_id AS id FROM changes
    WHERE subject_kind = thread_kind AND subject_id BETWEEN first_id AND last_id AND changes.id <= until
  ) AS thread, thread_times_at(thread_kind, thread.id, until) AS times
  ON CONFLICT (kind, record_id) DO UPDATE SET
    position = excluded.position, created_at = excluded.created_at,
    first_response_at = excluded.first_response_at, resolved_at = excluded.resolved_at
  WHERE known.position <= excluded.position
$$;
