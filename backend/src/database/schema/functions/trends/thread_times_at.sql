-- Returns when a thread was created, first answered by the staff and last resolved, as the change log knows it at an entry.
-- All are null for a thread that is deleted. An undo counts as the change that it makes; a thread that comes back from a
-- deletion keeps its times. Responses of before 2026 have no kind in the log: they are of the staff.
CREATE OR REPLACE FUNCTION thread_times_at(thread_kind text, thread_id integer, until bigint)
RETURNS TABLE (created_at timestamptz, first_response_at timestamptz, resolved_at timestamptz) LANGUAGE sql STABLE AS $$
  WITH entries AS MATERIALIZED (
    SELECT id, at, kind, record_id, operation, after FROM changes
    WHERE subject_kind = thread_kind AND subject_id = thread_id AND id <= until
  ), statuses AS (
    SELECT id, at, after ->> 'status' AS status FROM entries WHERE kind = thread_kind AND after ->> 'status' IS NOT NULL
  ), responses AS (
    SELECT
      (array_agg(operation ORDER BY id DESC))[1] AS operation,
      (array_agg(after ->> 'kind' ORDER BY id DESC) FILTER (WHERE after ->> 'kind' IS NOT NULL))[1] AS kind,
      (array_agg((after ->> 'created_at')::timestamptz ORDER BY id DESC) FILTER (WHERE after ->> 'created_at' IS NOT NULL))[1] AS created_at
    FROM entries WHERE kind = thread_kind || '-response' GROUP BY record_id
  ), thread AS (
    SELECT
      (array_agg(operation ORDER BY id DESC))[1] AS operation,
      (array_agg((after ->> 'created_at')::timestamptz ORDER BY id DESC) FILTER (WHERE after ->> 'created_at' IS NOT NULL))[1] AS created_at
    FROM entries WHERE kind = thread_kind
  )
  SELECT
    thread.created_at,
    (SELECT min(responses.created_at) FROM responses
     WHERE responses.operation <> 'delete' AND coalesce(responses.kind, 'staff') = 'staff'),
    (SELECT at FROM statuses
     WHERE status = 'resolved'
       AND id > coalesce((SELECT max(id) FROM statuses WHERE status <> 'resolved'), 0)
     ORDER BY id LIMIT 1)
  FROM thread WHERE thread.operation <> 'delete'
  UNION ALL
  SELECT NULL, NULL, NULL WHERE NOT EXISTS (SELECT FROM thread WHERE thread.operation <> 'delete')
$$;
