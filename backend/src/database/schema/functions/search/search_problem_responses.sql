CREATE OR REPLACE FUNCTION search_problem_responses(tiers jsonb, wanted integer) RETURNS TABLE(tier integer, record_id integer, row_id integer)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  one jsonb;
  span integer;
  is_common boolean;
  query tsquery;
  seen integer[] := '{}';
  newest integer := (SELECT max(id) >> 12 FROM problem_responses);
BEGIN
  FOR one IN SELECT value FROM jsonb_array_elements(tiers) LOOP
    tier := one ->> 'tier';
    FOREACH span IN ARRAY CASE WHEN one ->> 'words' = '' THEN ARRAY[0] WHEN one ? 'rare' THEN ARRAY[NULL::integer] ELSE ARRAY[2, 32, NULL] END LOOP
      EXIT WHEN cardinality(seen) >= wanted;
      CONTINUE WHEN newest < span;
      IF span = 32 THEN
        CONTINUE WHEN one ->> 'pattern' <> '';
        is_common := coalesce(is_common, (SELECT count(*) FROM (
          SELECT FROM problem_responses WHERE search_vector(id, '', fold_text(response)) @@ concat_ws('&', '(' || nullif(tiers -> -1 ->> 'words', '') || ')', '''#' || newest / 2 || '''')::tsquery LIMIT 30000 / newest
        ) AS part) = 30000 / newest);
        CONTINUE WHEN NOT is_common;
      END IF;
      -- Words with a pattern besides: of all rows only the first few are held against it, and to list all with words as common as these takes long.
      CONTINUE WHEN span IS NULL AND one ->> 'pattern' <> '' AND newest >= 2 AND NOT one ? 'rare'
        AND (SELECT count(*) FROM (SELECT FROM problem_responses WHERE search_vector(id, '', fold_text(response)) @@ query LIMIT 60000 / newest) AS common) = 60000 / newest;
      query := concat_ws('&', '(' || nullif(one ->> 'words', '') || ')',
        (SELECT '(' || string_agg(quote_literal('#' || bucket), '|') || ')' FROM generate_series(greatest(newest - span + 1, 0), newest) AS bucket WHERE span IS NOT NULL));
      FOR record_id, row_id IN
        SELECT hits.record, max(hits.id) FROM (
          SELECT id, record, text FROM (
            SELECT id, problem_id AS record, lower(response COLLATE "und-x-icu") AS text FROM problem_responses WHERE span IS DISTINCT FROM 0 AND search_vector(id, '', fold_text(response)) @@ query
            LIMIT CASE WHEN one ->> 'pattern' <> '' THEN 300 END
          ) AS found
          UNION ALL
          SELECT id, record, text FROM (
            SELECT id, problem_id AS record, lower(response COLLATE "und-x-icu") AS text FROM problem_responses ORDER BY id DESC LIMIT CASE WHEN span = 0 THEN 300 ELSE 0 END
          ) AS newest
        ) AS hits
        WHERE hits.record <> ALL (seen) AND (one ->> 'pattern' = '' OR hits.text ~ (one ->> 'pattern'))
        GROUP BY hits.record ORDER BY max(hits.id) DESC LIMIT wanted - cardinality(seen)
      LOOP
        seen := seen || record_id;
        RETURN NEXT;
      END LOOP;
    END LOOP;
  END LOOP;
END
$$;
