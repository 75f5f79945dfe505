-- The triggers of every table.
-- products
CREATE OR REPLACE TRIGGER products_changes AFTER INSERT OR DELETE OR UPDATE ON products
  FOR EACH ROW EXECUTE FUNCTION log_change('product');
CREATE OR REPLACE TRIGGER products_count_delete AFTER DELETE ON products
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER products_count_insert AFTER INSERT ON products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER products_count_truncate AFTER TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION recount_records();
CREATE OR REPLACE TRIGGER products_images AFTER INSERT OR DELETE OR UPDATE OF images ON products
  FOR EACH ROW EXECUTE FUNCTION count_image_uses();
CREATE OR REPLACE TRIGGER products_no_truncate BEFORE TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE OR REPLACE TRIGGER products_search_text BEFORE INSERT OR UPDATE ON products
  FOR EACH ROW EXECUTE FUNCTION products_search_text();
CREATE OR REPLACE TRIGGER products_version BEFORE UPDATE ON products FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE OR REPLACE TRIGGER products_words_insert AFTER INSERT ON products
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('search_text');
CREATE OR REPLACE TRIGGER products_words_update AFTER UPDATE ON products
  REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('search_text');

-- problems
CREATE OR REPLACE TRIGGER problems_changes AFTER INSERT OR DELETE OR UPDATE ON problems
  FOR EACH ROW EXECUTE FUNCTION log_change('problem');
CREATE OR REPLACE TRIGGER problems_count_delete AFTER DELETE ON problems
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER problems_count_insert AFTER INSERT ON problems
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER problems_count_truncate AFTER TRUNCATE ON problems
  FOR EACH STATEMENT EXECUTE FUNCTION recount_records();
CREATE OR REPLACE TRIGGER problems_images AFTER INSERT OR DELETE OR UPDATE OF images ON problems
  FOR EACH ROW EXECUTE FUNCTION count_image_uses();
CREATE OR REPLACE TRIGGER problems_no_truncate BEFORE TRUNCATE ON problems
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE OR REPLACE TRIGGER problems_search_text BEFORE INSERT OR UPDATE ON problems
  FOR EACH ROW EXECUTE FUNCTION problems_search_text();
CREATE OR REPLACE TRIGGER problems_version BEFORE UPDATE ON problems FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE OR REPLACE TRIGGER problems_words_insert AFTER INSERT ON problems
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('search_text');
CREATE OR REPLACE TRIGGER problems_words_update AFTER UPDATE ON problems
  REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('search_text');

-- problem_responses
CREATE OR REPLACE TRIGGER problem_responses_changes AFTER INSERT OR DELETE OR UPDATE ON problem_responses
  FOR EACH ROW EXECUTE FUNCTION log_change('problem-response', 'problem', 'problem_id');
CREATE OR REPLACE TRIGGER problem_responses_no_truncate BEFORE TRUNCATE ON problem_responses
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE OR REPLACE TRIGGER problem_responses_version BEFORE UPDATE ON problem_responses
  FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE OR REPLACE TRIGGER problem_responses_words_insert AFTER INSERT ON problem_responses
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('response');
CREATE OR REPLACE TRIGGER problem_responses_words_update AFTER UPDATE ON problem_responses
  REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('response');

-- customer_questions
CREATE OR REPLACE TRIGGER customer_questions_changes AFTER INSERT OR DELETE OR UPDATE ON customer_questions
  FOR EACH ROW EXECUTE FUNCTION log_change('question');
CREATE OR REPLACE TRIGGER customer_questions_count_delete AFTER DELETE ON customer_questions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER customer_questions_count_insert AFTER INSERT ON customer_questions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER customer_questions_count_truncate AFTER TRUNCATE ON customer_questions
  FOR EACH STATEMENT EXECUTE FUNCTION recount_records();
CREATE OR REPLACE TRIGGER customer_questions_no_truncate BEFORE TRUNCATE ON customer_questions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE OR REPLACE TRIGGER customer_questions_search_text BEFORE INSERT OR UPDATE ON customer_questions
  FOR EACH ROW EXECUTE FUNCTION customer_questions_search_text();
CREATE OR REPLACE TRIGGER customer_questions_version BEFORE UPDATE ON customer_questions
  FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE OR REPLACE TRIGGER customer_questions_words_insert AFTER INSERT ON customer_questions
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('search_text');
CREATE OR REPLACE TRIGGER customer_questions_words_update AFTER UPDATE ON customer_questions
  REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('search_text');

-- question_responses
CREATE OR REPLACE TRIGGER question_responses_changes AFTER INSERT OR DELETE OR UPDATE ON question_responses
  FOR EACH ROW EXECUTE FUNCTION log_change('question-response', 'question', 'question_id');
CREATE OR REPLACE TRIGGER question_responses_no_truncate BEFORE TRUNCATE ON question_responses
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE OR REPLACE TRIGGER question_responses_version BEFORE UPDATE ON question_responses
  FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE OR REPLACE TRIGGER question_responses_words_insert AFTER INSERT ON question_responses
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('response');
CREATE OR REPLACE TRIGGER question_responses_words_update AFTER UPDATE ON question_responses
  REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('response');

-- updates
CREATE OR REPLACE TRIGGER updates_changes AFTER INSERT OR DELETE OR UPDATE ON updates
  FOR EACH ROW EXECUTE FUNCTION log_change('update');
CREATE OR REPLACE TRIGGER updates_count_delete AFTER DELETE ON updates
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER updates_count_insert AFTER INSERT ON updates
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER updates_count_truncate AFTER TRUNCATE ON updates
  FOR EACH STATEMENT EXECUTE FUNCTION recount_records();
CREATE OR REPLACE TRIGGER updates_no_truncate BEFORE TRUNCATE ON updates
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE OR REPLACE TRIGGER updates_search_text BEFORE INSERT OR UPDATE ON updates
  FOR EACH ROW EXECUTE FUNCTION updates_search_text();
CREATE OR REPLACE TRIGGER updates_version BEFORE UPDATE ON updates FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE OR REPLACE TRIGGER updates_words_insert AFTER INSERT ON updates
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('search_text');
CREATE OR REPLACE TRIGGER updates_words_update AFTER UPDATE ON updates
  REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('search_text');

-- changes
CREATE OR REPLACE TRIGGER changes_images AFTER INSERT ON changes
  FOR EACH ROW WHEN (json_typeof(NEW.after -> 'images') = 'array') EXECUTE FUNCTION count_logged_images();
CREATE OR REPLACE TRIGGER changes_keep BEFORE DELETE OR UPDATE OR TRUNCATE ON changes
  FOR EACH STATEMENT EXECUTE FUNCTION keep_log();

-- Of former builds
DROP TRIGGER IF EXISTS products_words ON products;
DROP FUNCTION IF EXISTS search_products(jsonb, integer);
DROP TRIGGER IF EXISTS problems_words ON problems;
DROP FUNCTION IF EXISTS search_problems(jsonb, integer);
DROP TRIGGER IF EXISTS problem_responses_words ON problem_responses;
DROP FUNCTION IF EXISTS search_problem_responses(jsonb, integer);
DROP TRIGGER IF EXISTS customer_questions_words ON customer_questions;
DROP FUNCTION IF EXISTS search_customer_questions(jsonb, integer);
DROP TRIGGER IF EXISTS question_responses_words ON question_responses;
DROP FUNCTION IF EXISTS search_question_responses(jsonb, integer);
DROP TRIGGER IF EXISTS updates_words ON updates;
DROP FUNCTION IF EXISTS search_updates(jsonb, integer);
DROP FUNCTION IF EXISTS list_record_words(), list_response_words(), list_inserted_record_words(), list_inserted_response_words();
