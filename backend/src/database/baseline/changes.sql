-- What happened to the records: the change log, and what is built on it.
-- The tables whose changes are logged; `schema/record-types.sql` fills it.
CREATE TABLE record_types (
  kind text PRIMARY KEY,
  path text NOT NULL UNIQUE,
  table_name text NOT NULL UNIQUE,
  parent_kind text REFERENCES record_types (kind),
  parent_column text
);

-- One row for each insert, update and delete; rows are only ever added. `before` and `after` are json, not jsonb:
-- extra fields stay in their order. The name of a token stays when the token is gone.
CREATE TABLE changes (
  id bigserial PRIMARY KEY,
  change_set uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  user_id integer,
  kind text NOT NULL,
  record_id integer NOT NULL,
  subject_kind text NOT NULL,
  subject_id integer NOT NULL,
  operation text NOT NULL CHECK (operation IN ('insert', 'update', 'delete')),
  version integer NOT NULL,
  before json,
  after json,
  token_name text DEFAULT nullif(current_setting('crm.token_name', true), '')
);
CREATE INDEX changes_subject ON changes (subject_kind, subject_id, id);
CREATE INDEX changes_change_set ON changes (change_set);
CREATE INDEX changes_deletions ON changes (kind, id) WHERE operation = 'delete';

-- The change set that the first request with a key made.
CREATE TABLE idempotency_keys (
  user_id integer NOT NULL REFERENCES users (id),
  key text NOT NULL,
  request text NOT NULL,
  change_set uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);

-- Which tab has which record open. Unlogged: it is worth nothing after a crash.
CREATE UNLOGGED TABLE presence (
  client uuid PRIMARY KEY,
  user_id integer NOT NULL,
  kind text,
  record_id integer,
  seen_at timestamptz NOT NULL DEFAULT now(),
  stream uuid
);
CREATE INDEX presence_record ON presence (kind, record_id);

-- How far each listener within the app has read the feed of changes.
CREATE TABLE change_listeners (
  name text PRIMARY KEY,
  position bigint NOT NULL
);
