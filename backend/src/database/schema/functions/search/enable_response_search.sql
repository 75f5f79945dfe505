-- Makes the index that finds a record by the words of its responses.
CREATE OR REPLACE FUNCTION enable_response_search(searched text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE INDEX %I ON %I USING gin (search_vector(id, %L, fold_text(response)))',
    searched || '_words', searched, '');
  EXECUTE format('ALTER INDEX %I ALTER COLUMN 1 SET STATISTICS 0', searched || '_words');
END
$$;
