-- Writes the times of these threads of a kind, from the change log up to an entry.
-- Of one entry the times are always the same, so it may be called again, late, or by two processes at once: each locks the
-- threads in the order of their numbers. To plan it takes longer than to run it for one thread.
CREATE OR REPLACE FUNCTION fill_times_of(thread_kind text, thread_ids integer[], until bigint)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO thread_times AS known (kind, record_id, position, created_at, first_response_at, resolved_at)
  SELECT thread_kind, thread.id, until, times.created_at, times.first_response_at, times.resolved_at
  FROM (SELECT DISTINCT id FROM unnest(thread_ids) AS given (id) ORDER BY id) AS thread,
    thread_times_at(thread_kind, thread.id, until) AS times
  ON CONFLICT (kind, record_id) DO UPDATE SET
    position = excluded.position, created_at = excluded.created_at,
    first_response_at = excluded.first_response_at, resolved_at = excluded.resolved_at
  WHERE known.position <= excluded.position
$$;
