-- The triggers of the change log; record-types.sql has those of the records.
CREATE OR REPLACE TRIGGER changes_images AFTER INSERT ON changes
  FOR EACH ROW WHEN (json_typeof(NEW.after -> 'images') = 'array') EXECUTE FUNCTION count_logged_images();
CREATE OR REPLACE TRIGGER changes_keep BEFORE UPDATE OR DELETE OR TRUNCATE ON changes
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_log_change();
