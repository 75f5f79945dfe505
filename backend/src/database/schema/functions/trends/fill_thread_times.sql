-- Writes the times of the threads of a kind with these numbers, from the change log up to an entry.
CREATE OR REPLACE FUNCTION fill_thread_times(thread_kind text, first_id integer, last_id integer, until bigint)
RETURNS void LANGUAGE sql AS $$
  SELECT fill_times_of(thread_kind, ARRAY(
    SELECT DISTINCT subject_id FROM changes
    WHERE subject_kind = thread_kind AND subject_id BETWEEN first_id AND last_id AND changes.id <= until), until)
$$;
