-- Makes the indexes that find a table of records: by letters, by pairs of letters, and by words. `title` is SQL; with another one it is called again.
CREATE OR REPLACE FUNCTION enable_search(searched text, title text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I USING gin (search_text gin_trgm_ops)', searched || '_search', searched);
  EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON %I USING gin (characters_and_pairs(search_text))', searched || '_pairs', searched);
  -- The former index serves reads until the new one is complete.
  EXECUTE format('CREATE INDEX %I ON %I USING gin (search_vector(id, fold_text(%s), search_text))',
    searched || '_new_words', searched, title);
  EXECUTE format('DROP INDEX IF EXISTS %I', searched || '_words');
  EXECUTE format('ALTER INDEX %I RENAME TO %I', searched || '_new_words', searched || '_words');
  -- With the default sample the planner takes a rare word for a common one.
  EXECUTE format('ALTER TABLE %I ALTER COLUMN search_text SET STATISTICS 500', searched);
  -- The planner never asks for these, and ANALYZE would take half a minute at a million rows.
  EXECUTE format('ALTER INDEX %I ALTER COLUMN 1 SET STATISTICS 0', searched || '_pairs');
  EXECUTE format('ALTER INDEX %I ALTER COLUMN 1 SET STATISTICS 0', searched || '_words');
END
$$;
