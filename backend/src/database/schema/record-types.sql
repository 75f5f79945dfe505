-- Generated from the @RecordType, @AuditedType and @LoggedType of the entities: npm run schema

-- problem
CREATE OR REPLACE FUNCTION searched_text(record problems) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT fold_text(concat_ws(E'\n',
    record.title, record.description))
$$;
CREATE OR REPLACE TRIGGER problems_search_text BEFORE INSERT OR UPDATE ON problems
  FOR EACH ROW EXECUTE FUNCTION set_search_text();
CREATE OR REPLACE TRIGGER problems_words_insert AFTER INSERT ON problems
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('search_text');
CREATE OR REPLACE TRIGGER problems_words_update AFTER UPDATE ON problems
  REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('search_text');
CREATE OR REPLACE TRIGGER problems_count_insert AFTER INSERT ON problems
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER problems_count_delete AFTER DELETE ON problems
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER problems_count_truncate AFTER TRUNCATE ON problems
  FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER problems_images AFTER INSERT OR DELETE OR UPDATE OF images ON problems
  FOR EACH ROW EXECUTE FUNCTION count_image_uses();
CREATE OR REPLACE FUNCTION waiting_since(record problems) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN record.status = 'resolved' THEN NULL
    WHEN last IS NULL THEN record.opened_at
    ELSE (SELECT created_at FROM problem_responses WHERE problem_id = record.id AND kind = 'customer' AND id > last ORDER BY id LIMIT 1)
  END
  FROM (SELECT max(id) AS last
    FROM problem_responses WHERE problem_id = record.id AND kind = 'staff' AND created_at >= record.opened_at
      AND record.status <> 'resolved') AS staff
$$;
CREATE OR REPLACE FUNCTION follow_response(response problem_responses) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  is_new boolean := response.kind = 'customer' AND response.created_at >= now();
BEGIN
  PERFORM FROM problems WHERE id = response.problem_id FOR NO KEY UPDATE;
  IF is_new THEN
    UPDATE problems SET status = 'open' WHERE id = response.problem_id AND status = 'resolved';
  END IF;
  UPDATE problems AS thread SET waiting_since = waiting_since(thread),
    snoozed_until = CASE WHEN NOT is_new OR snoozed_until <= now() THEN snoozed_until END
  WHERE id = response.problem_id AND (waiting_since IS DISTINCT FROM waiting_since(thread) OR is_new AND snoozed_until > now());
END
$$;
CREATE OR REPLACE TRIGGER problems_known_tags BEFORE INSERT OR UPDATE OF tag_ids ON problems
  FOR EACH ROW EXECUTE FUNCTION keep_known_tags();
CREATE OR REPLACE TRIGGER problems_waiting_since BEFORE INSERT OR UPDATE OF status, opened_at ON problems
  FOR EACH ROW EXECUTE FUNCTION set_waiting_since();
CREATE OR REPLACE TRIGGER problem_responses_waiting_since AFTER INSERT OR DELETE OR UPDATE OF kind ON problem_responses
  FOR EACH ROW EXECUTE FUNCTION follow_response();
CREATE OR REPLACE TRIGGER problems_changes AFTER INSERT OR UPDATE OR DELETE ON problems
  FOR EACH ROW EXECUTE FUNCTION log_change('problem');
CREATE OR REPLACE TRIGGER problems_no_truncate BEFORE TRUNCATE ON problems
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE OR REPLACE TRIGGER problems_version BEFORE UPDATE ON problems
  FOR EACH ROW EXECUTE FUNCTION bump_version('waiting_since');
SELECT register_record_type('problem', 'problems', 'problems');

-- problem-response
CREATE OR REPLACE TRIGGER problem_responses_words_insert AFTER INSERT ON problem_responses
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('response');
CREATE OR REPLACE TRIGGER problem_responses_words_update AFTER UPDATE ON problem_responses
  REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('response');
CREATE OR REPLACE TRIGGER problem_responses_changes AFTER INSERT OR UPDATE OR DELETE ON problem_responses
  FOR EACH ROW EXECUTE FUNCTION log_change('problem-response', 'problem', 'problem_id');
CREATE OR REPLACE TRIGGER problem_responses_no_truncate BEFORE TRUNCATE ON problem_responses
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE OR REPLACE TRIGGER problem_responses_version BEFORE UPDATE ON problem_responses
  FOR EACH ROW EXECUTE FUNCTION bump_version();
SELECT register_record_type('problem-response', 'problem-responses', 'problem_responses', 'problem', 'problem_id');

-- product
CREATE OR REPLACE FUNCTION searched_text(record products) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT fold_text(concat_ws(E'\n',
    record.name, record.sku, record.ean, record.vehicle, record.description, json_texts(record.extra_fields)))
$$;
CREATE OR REPLACE TRIGGER products_search_text BEFORE INSERT OR UPDATE ON products
  FOR EACH ROW EXECUTE FUNCTION set_search_text();
CREATE OR REPLACE TRIGGER products_words_insert AFTER INSERT ON products
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('search_text');
CREATE OR REPLACE TRIGGER products_words_update AFTER UPDATE ON products
  REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('search_text');
CREATE OR REPLACE TRIGGER products_count_insert AFTER INSERT ON products
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER products_count_delete AFTER DELETE ON products
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER products_count_truncate AFTER TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER products_images AFTER INSERT OR DELETE OR UPDATE OF images ON products
  FOR EACH ROW EXECUTE FUNCTION count_image_uses();
CREATE OR REPLACE TRIGGER products_changes AFTER INSERT OR UPDATE OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION log_change('product');
CREATE OR REPLACE TRIGGER products_no_truncate BEFORE TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE OR REPLACE TRIGGER products_version BEFORE UPDATE ON products
  FOR EACH ROW EXECUTE FUNCTION bump_version();
SELECT register_record_type('product', 'products', 'products');

-- question
CREATE OR REPLACE FUNCTION searched_text(record customer_questions) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT fold_text(concat_ws(E'\n',
    record.title, record.description))
$$;
CREATE OR REPLACE TRIGGER customer_questions_search_text BEFORE INSERT OR UPDATE ON customer_questions
  FOR EACH ROW EXECUTE FUNCTION set_search_text();
CREATE OR REPLACE TRIGGER customer_questions_words_insert AFTER INSERT ON customer_questions
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('search_text');
CREATE OR REPLACE TRIGGER customer_questions_words_update AFTER UPDATE ON customer_questions
  REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('search_text');
CREATE OR REPLACE TRIGGER customer_questions_count_insert AFTER INSERT ON customer_questions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER customer_questions_count_delete AFTER DELETE ON customer_questions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER customer_questions_count_truncate AFTER TRUNCATE ON customer_questions
  FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE FUNCTION waiting_since(record customer_questions) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN record.status = 'resolved' THEN NULL
    WHEN last IS NULL THEN record.opened_at
    ELSE (SELECT created_at FROM question_responses WHERE question_id = record.id AND kind = 'customer' AND id > last ORDER BY id LIMIT 1)
  END
  FROM (SELECT max(id) AS last
    FROM question_responses WHERE question_id = record.id AND kind = 'staff' AND created_at >= record.opened_at
      AND record.status <> 'resolved') AS staff
$$;
CREATE OR REPLACE FUNCTION follow_response(response question_responses) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  is_new boolean := response.kind = 'customer' AND response.created_at >= now();
BEGIN
  PERFORM FROM customer_questions WHERE id = response.question_id FOR NO KEY UPDATE;
  IF is_new THEN
    UPDATE customer_questions SET status = 'open' WHERE id = response.question_id AND status = 'resolved';
  END IF;
  UPDATE customer_questions AS thread SET waiting_since = waiting_since(thread),
    snoozed_until = CASE WHEN NOT is_new OR snoozed_until <= now() THEN snoozed_until END
  WHERE id = response.question_id AND (waiting_since IS DISTINCT FROM waiting_since(thread) OR is_new AND snoozed_until > now());
END
$$;
CREATE OR REPLACE TRIGGER customer_questions_known_tags BEFORE INSERT OR UPDATE OF tag_ids ON customer_questions
  FOR EACH ROW EXECUTE FUNCTION keep_known_tags();
CREATE OR REPLACE TRIGGER customer_questions_waiting_since BEFORE INSERT OR UPDATE OF status, opened_at ON customer_questions
  FOR EACH ROW EXECUTE FUNCTION set_waiting_since();
CREATE OR REPLACE TRIGGER question_responses_waiting_since AFTER INSERT OR DELETE OR UPDATE OF kind ON question_responses
  FOR EACH ROW EXECUTE FUNCTION follow_response();
CREATE OR REPLACE TRIGGER customer_questions_changes AFTER INSERT OR UPDATE OR DELETE ON customer_questions
  FOR EACH ROW EXECUTE FUNCTION log_change('question');
CREATE OR REPLACE TRIGGER customer_questions_no_truncate BEFORE TRUNCATE ON customer_questions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE OR REPLACE TRIGGER customer_questions_version BEFORE UPDATE ON customer_questions
  FOR EACH ROW EXECUTE FUNCTION bump_version('waiting_since');
SELECT register_record_type('question', 'customer-questions', 'customer_questions');

-- question-response
CREATE OR REPLACE TRIGGER question_responses_words_insert AFTER INSERT ON question_responses
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('response');
CREATE OR REPLACE TRIGGER question_responses_words_update AFTER UPDATE ON question_responses
  REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('response');
CREATE OR REPLACE TRIGGER question_responses_changes AFTER INSERT OR UPDATE OR DELETE ON question_responses
  FOR EACH ROW EXECUTE FUNCTION log_change('question-response', 'question', 'question_id');
CREATE OR REPLACE TRIGGER question_responses_no_truncate BEFORE TRUNCATE ON question_responses
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE OR REPLACE TRIGGER question_responses_version BEFORE UPDATE ON question_responses
  FOR EACH ROW EXECUTE FUNCTION bump_version();
SELECT register_record_type('question-response', 'question-responses', 'question_responses', 'question', 'question_id');

-- update
CREATE OR REPLACE FUNCTION searched_text(record updates) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT fold_text(concat_ws(E'\n',
    record.title, record.content))
$$;
CREATE OR REPLACE TRIGGER updates_search_text BEFORE INSERT OR UPDATE ON updates
  FOR EACH ROW EXECUTE FUNCTION set_search_text();
CREATE OR REPLACE TRIGGER updates_words_insert AFTER INSERT ON updates
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('search_text');
CREATE OR REPLACE TRIGGER updates_words_update AFTER UPDATE ON updates
  REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION list_written_words('search_text');
CREATE OR REPLACE TRIGGER updates_count_insert AFTER INSERT ON updates
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER updates_count_delete AFTER DELETE ON updates
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER updates_count_truncate AFTER TRUNCATE ON updates
  FOR EACH STATEMENT EXECUTE FUNCTION count_records();
CREATE OR REPLACE TRIGGER updates_changes AFTER INSERT OR UPDATE OR DELETE ON updates
  FOR EACH ROW EXECUTE FUNCTION log_change('update');
CREATE OR REPLACE TRIGGER updates_no_truncate BEFORE TRUNCATE ON updates
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE OR REPLACE TRIGGER updates_version BEFORE UPDATE ON updates
  FOR EACH ROW EXECUTE FUNCTION bump_version();
SELECT register_record_type('update', 'updates', 'updates');

-- product-link, logged and undone
CREATE OR REPLACE TRIGGER product_links_changes AFTER INSERT OR UPDATE OR DELETE ON product_links
  FOR EACH ROW EXECUTE FUNCTION log_change('product-link', '*', 'record_id');
CREATE OR REPLACE TRIGGER product_links_no_truncate BEFORE TRUNCATE ON product_links
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE OR REPLACE TRIGGER product_links_version BEFORE UPDATE ON product_links
  FOR EACH ROW EXECUTE FUNCTION bump_version();
CREATE OR REPLACE TRIGGER problems_product_links AFTER DELETE ON problems
  FOR EACH ROW EXECUTE FUNCTION delete_parts('product_links', 'problem');
CREATE OR REPLACE TRIGGER products_product_links AFTER DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION delete_parts('product_links', 'product');
CREATE OR REPLACE TRIGGER customer_questions_product_links AFTER DELETE ON customer_questions
  FOR EACH ROW EXECUTE FUNCTION delete_parts('product_links', 'question');
CREATE OR REPLACE TRIGGER updates_product_links AFTER DELETE ON updates
  FOR EACH ROW EXECUTE FUNCTION delete_parts('product_links', 'update');
INSERT INTO record_types (kind, path, table_name) VALUES ('product-link', 'product-links', 'product_links') ON CONFLICT (kind) DO NOTHING;

-- tag, logged and undone
CREATE OR REPLACE TRIGGER tags_changes AFTER INSERT OR UPDATE OR DELETE ON tags
  FOR EACH ROW EXECUTE FUNCTION log_change('tag');
CREATE OR REPLACE TRIGGER tags_no_truncate BEFORE TRUNCATE ON tags
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE OR REPLACE TRIGGER tags_version BEFORE UPDATE ON tags
  FOR EACH ROW EXECUTE FUNCTION bump_version();
INSERT INTO record_types (kind, path, table_name) VALUES ('tag', 'tags', 'tags') ON CONFLICT (kind) DO NOTHING;

-- view, logged and undone
CREATE OR REPLACE TRIGGER views_changes AFTER INSERT OR UPDATE OR DELETE ON views
  FOR EACH ROW EXECUTE FUNCTION log_change('view');
CREATE OR REPLACE TRIGGER views_no_truncate BEFORE TRUNCATE ON views
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE OR REPLACE TRIGGER views_version BEFORE UPDATE ON views
  FOR EACH ROW EXECUTE FUNCTION bump_version();
INSERT INTO record_types (kind, path, table_name) VALUES ('view', 'views', 'views') ON CONFLICT (kind) DO NOTHING;

-- webhook, only logged
CREATE OR REPLACE TRIGGER webhooks_changes AFTER INSERT OR UPDATE OF id, url, kinds, operations, active, created_by_id, created_at OR DELETE ON webhooks
  FOR EACH ROW EXECUTE FUNCTION log_change('webhook', 'webhook', 'id', 'id', 'url', 'kinds', 'operations', 'active', 'created_by_id', 'created_at');
CREATE OR REPLACE TRIGGER webhooks_no_truncate BEFORE TRUNCATE ON webhooks
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE OR REPLACE TRIGGER webhooks_version BEFORE UPDATE OF id, url, kinds, operations, active, created_by_id, created_at ON webhooks
  FOR EACH ROW EXECUTE FUNCTION bump_version();
INSERT INTO record_types (kind, path, table_name) VALUES ('webhook', 'webhooks', 'webhooks') ON CONFLICT (kind) DO NOTHING;
