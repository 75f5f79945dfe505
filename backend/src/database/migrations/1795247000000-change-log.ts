import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The change log: what every record was before and after each change, versions, once-only keys, who has what open. */
export class ChangeLog1795247000000 implements MigrationInterface {
  name = 'ChangeLog1795247000000';

  async up(runner: QueryRunner): Promise<void> {
    await createLog(runner);
    await createTriggerFunctions(runner);
    await createKeepHistory(runner);
    await createHorizon(runner);
    await runner.query("SELECT keep_history('products', 'product', 'products')");
    await runner.query("SELECT keep_history('customer_questions', 'question', 'customer-questions')");
    await runner.query(
      "SELECT keep_history('question_responses', 'question-response', 'question-responses', 'question', 'question_id')",
    );
    await runner.query("SELECT keep_history('problems', 'problem', 'problems')");
    await runner.query(
      "SELECT keep_history('problem_responses', 'problem-response', 'problem-responses', 'problem', 'problem_id')",
    );
    await runner.query("SELECT keep_history('updates', 'update', 'updates')");
    await runner.query(`
      CREATE TABLE idempotency_keys (
        user_id integer NOT NULL REFERENCES users (id),
        key text NOT NULL,
        request text NOT NULL,
        change_set uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key)
      )`);
    await runner.query('CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at)');
    // Worth nothing after a crash, so it need not survive one.
    await runner.query(`
      CREATE UNLOGGED TABLE presence (
        client uuid CONSTRAINT presence_pkey PRIMARY KEY,
        user_id integer NOT NULL,
        kind text NOT NULL,
        record_id integer NOT NULL,
        seen_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX presence_record ON presence (kind, record_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE presence, idempotency_keys');
    for (const table of [
      'products',
      'customer_questions',
      'question_responses',
      'problems',
      'problem_responses',
      'updates',
    ]) {
      await runner.query(`DROP TRIGGER ${table}_changes ON ${table}`);
      await runner.query(`DROP TRIGGER ${table}_version ON ${table}`);
      await runner.query(`DROP TRIGGER ${table}_no_truncate ON ${table}`);
      await runner.query(`ALTER TABLE ${table} DROP COLUMN version`);
    }
    // What only the log held goes with it.
    await runner.query(`
      UPDATE images SET uses = images.uses - logged.uses
      FROM (SELECT image_hashes((after -> 'images')::jsonb) AS sha256, count(*) AS uses FROM changes WHERE after -> 'images' IS NOT NULL GROUP BY 1) AS logged
      WHERE images.sha256 = logged.sha256`);
    await runner.query('DELETE FROM images WHERE uses = 0');
    await runner.query('DROP TABLE changes, record_kinds');
    await runner.query(
      'DROP FUNCTION keep_history, changes_horizon, log_change, hold_log_position, raise_version, refuse_truncate, keep_log, count_logged_images',
    );
  }
}

/**
 * Arguments: the kind; of parts of another record also that record's kind and the column with its id. Times are logged in UTC,
 * whatever the writer's time zone: they are compared as text. The app's own connections have it; a SET of the function would
 * cost every one of its writes a tenth more.
 */
export const LOG_CHANGE = `
    CREATE OR REPLACE FUNCTION log_change() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      old_row json;
      new_row json;
      this_row json;
      before json;
      after json;
      change_set uuid := nullif(current_setting('crm.change_set', true), '');
      time_zone text := current_setting('TimeZone');
    BEGIN
      IF time_zone <> 'UTC' THEN
        PERFORM set_config('TimeZone', 'UTC', true);
      END IF;
      old_row := row_to_json(OLD);
      new_row := row_to_json(NEW);
      this_row := coalesce(new_row, old_row);
      IF time_zone <> 'UTC' THEN
        PERFORM set_config('TimeZone', time_zone, true);
      END IF;
      IF TG_OP = 'UPDATE' THEN
        SELECT json_object_agg(key, o.value), json_object_agg(key, n.value) INTO before, after
        FROM json_each(old_row) AS o JOIN json_each(new_row) AS n USING (key)
        WHERE o.value::text <> n.value::text AND key NOT IN ('search_text', 'version');
        IF after IS NULL THEN
          RETURN NULL;
        END IF;
      ELSE
        SELECT json_object_agg(key, value) INTO after FROM json_each(this_row) WHERE key NOT IN ('search_text', 'version');
        IF TG_OP = 'DELETE' THEN
          before := after;
          after := NULL;
        END IF;
      END IF;
      IF change_set IS NULL THEN
        change_set := gen_random_uuid();
        PERFORM set_config('crm.change_set', change_set::text, true);
      END IF;
      PERFORM hold_log_position();
      INSERT INTO changes (change_set, user_id, kind, record_id, subject_kind, subject_id, operation, version, before, after)
      VALUES (change_set, nullif(current_setting('crm.user_id', true), '')::integer, TG_ARGV[0], (this_row ->> 'id')::integer,
        coalesce(TG_ARGV[1], TG_ARGV[0]), (this_row ->> coalesce(TG_ARGV[2], 'id'))::integer,
        lower(TG_OP), (this_row ->> 'version')::integer, before, after);
      RETURN NULL;
    END
    $$`;

async function createLog(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE record_kinds (
      kind text CONSTRAINT record_kinds_pkey PRIMARY KEY,
      path text NOT NULL CONSTRAINT record_kinds_path_key UNIQUE,
      table_name text NOT NULL CONSTRAINT record_kinds_table_name_key UNIQUE,
      parent_kind text REFERENCES record_kinds (kind),
      parent_column text
    )`);
  // json, not jsonb: extra fields stay in their order.
  await runner.query(`
    CREATE TABLE changes (
      id bigserial CONSTRAINT changes_pkey PRIMARY KEY,
      change_set uuid NOT NULL,
      at timestamptz NOT NULL DEFAULT clock_timestamp(),
      user_id integer,
      kind text NOT NULL,
      record_id integer NOT NULL,
      subject_kind text NOT NULL,
      subject_id integer NOT NULL,
      operation text NOT NULL CONSTRAINT changes_operation_check CHECK (operation IN ('insert', 'update', 'delete')),
      version integer NOT NULL,
      before json,
      after json
    )`);
  await runner.query('CREATE INDEX changes_subject ON changes (subject_kind, subject_id, id)');
  await runner.query('CREATE INDEX changes_change_set ON changes (change_set)');
  await runner.query("CREATE INDEX changes_deletions ON changes (kind, id) WHERE operation = 'delete'");
}

async function createTriggerFunctions(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION raise_version() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.version := OLD.version;
      IF row_to_json(NEW)::text <> row_to_json(OLD)::text THEN
        NEW.version := OLD.version + 1;
      END IF;
      RETURN NEW;
    END
    $$`);
  // A lock on the last number given out, held until the end of the transaction, tells readers that numbers above it may
  // still be on their way (see changes_horizon). Whoever adds to the log takes it first.
  await runner.query(`
    CREATE FUNCTION hold_log_position() RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF coalesce(current_setting('crm.log_position', true), '') = '' THEN
        PERFORM pg_advisory_xact_lock_shared((4412749::bigint << 40) + CASE WHEN is_called THEN last_value ELSE 0 END) FROM changes_id_seq;
        PERFORM set_config('crm.log_position', 'held', true);
      END IF;
    END
    $$`);
  await runner.query(LOG_CHANGE);
  await runner.query(`
    CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'The history of % is kept: use DELETE in place of TRUNCATE', TG_TABLE_NAME;
    END
    $$`);
  await runner.query(`
    CREATE FUNCTION keep_log() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'The change log is only ever added to';
    END
    $$`);
  await runner.query(`
    CREATE TRIGGER changes_keep BEFORE UPDATE OR DELETE OR TRUNCATE ON changes
    FOR EACH STATEMENT EXECUTE FUNCTION keep_log()`);
  // What the log holds stays stored. What a record had before was logged when it got it, so only that counts.
  await runner.query(`
    CREATE FUNCTION count_logged_images() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      image record;
    BEGIN
      -- The record's own trigger counts these too, afterwards: all of them are held in one order first.
      PERFORM FROM images WHERE sha256 IN (SELECT image_hashes((NEW.before -> 'images')::jsonb) UNION SELECT image_hashes((NEW.after -> 'images')::jsonb))
      ORDER BY sha256 FOR NO KEY UPDATE;
      FOR image IN SELECT hash, count(*) AS uses FROM image_hashes((NEW.after -> 'images')::jsonb) AS hash GROUP BY hash ORDER BY hash LOOP
        UPDATE images SET uses = images.uses + image.uses WHERE sha256 = image.hash;
        IF NOT FOUND THEN
          RAISE foreign_key_violation USING MESSAGE = 'the image is not stored', CONSTRAINT = 'image_is_stored';
        END IF;
      END LOOP;
      RETURN NULL;
    END
    $$`);
  await runner.query(`
    CREATE TRIGGER changes_images AFTER INSERT ON changes FOR EACH ROW
    WHEN (json_typeof(NEW.after -> 'images') = 'array') EXECUTE FUNCTION count_logged_images()`);
}

/** `keep_history(table, kind, path)` is all that a table with an integer `id` needs; its rows so far enter the log as they are. */
async function createKeepHistory(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION keep_history(table_name text, kind text, path text, parent_kind text DEFAULT NULL, parent_column text DEFAULT NULL)
    RETURNS void LANGUAGE plpgsql SET TimeZone = 'UTC' AS $$
    BEGIN
      PERFORM hold_log_position();
      INSERT INTO record_kinds VALUES (kind, path, table_name, parent_kind, parent_column);
      EXECUTE format('ALTER TABLE %I ADD COLUMN IF NOT EXISTS version integer NOT NULL DEFAULT 1', table_name);
      EXECUTE format('
        INSERT INTO changes (change_set, at, user_id, kind, record_id, subject_kind, subject_id, operation, version, after)
        SELECT gen_random_uuid(), coalesce((row ->> ''created_at'')::timestamptz, now()), (row ->> ''created_by_id'')::integer,
          %L, id, %L, (row ->> %L)::integer, ''insert'', version,
          (SELECT json_object_agg(key, value) FROM json_each(row) WHERE key NOT IN (''search_text'', ''version''))
        FROM (SELECT t.id, t.version, row_to_json(t) AS row FROM %I AS t ORDER BY t.id) AS rows',
        kind, coalesce(parent_kind, kind), coalesce(parent_column, 'id'), table_name);
      EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION raise_version()', table_name || '_version', table_name);
      EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION log_change(%s)',
        table_name || '_changes', table_name, concat_ws(', ', quote_literal(kind), quote_literal(parent_kind), quote_literal(parent_column)));
      EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate()', table_name || '_no_truncate', table_name);
    END
    $$`);
}

/**
 * Numbers are given out before transactions commit, so the newest visible entry may overtake an older one. Up to `safe`
 * nothing can still appear: first the newest number is read, then the locks of the writers under way. Read the entries in
 * a statement of its own after this one.
 */
async function createHorizon(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION changes_horizon(OUT safe bigint, OUT newest bigint) LANGUAGE plpgsql AS $$
    BEGIN
      SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO newest FROM changes_id_seq;
      SELECT least(newest, min(((classid::bigint << 32) | objid::bigint) - (4412749::bigint << 40))) INTO safe
      FROM pg_locks
      WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 8 = 4412749
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
    END
    $$`);
}
