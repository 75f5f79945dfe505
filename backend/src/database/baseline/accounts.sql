-- Who signs in, and with what.
CREATE TABLE users (
  id serial PRIMARY KEY,
  email text NOT NULL,
  password text NOT NULL
);
CREATE UNIQUE INDEX users_email_key ON users (lower(email));

-- The shape that the session store reads and writes.
CREATE TABLE sessions (
  sid text PRIMARY KEY,
  sess json NOT NULL,
  expire timestamptz(6) NOT NULL,
  user_id integer GENERATED ALWAYS AS ((sess -> 'passport' -> 'user' ->> 'id')::integer) STORED
);
CREATE INDEX sessions_expire ON sessions (expire);
CREATE INDEX sessions_user_id ON sessions (user_id);

CREATE TABLE secrets (
  name text PRIMARY KEY,
  value text NOT NULL
);

CREATE TABLE invites (
  token_sha256 bytea PRIMARY KEY,
  created_by_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);

-- Personal access tokens.
CREATE TABLE tokens (
  id serial PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL,
  sha256 bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  UNIQUE (user_id, name)
);

-- The unlogged tables below hold nothing that must survive a crash.
-- Failed sign-ins count against the key until `free_at`.
CREATE UNLOGGED TABLE attempts (
  key bytea PRIMARY KEY,
  free_at timestamptz NOT NULL
);
CREATE INDEX attempts_free_at ON attempts (free_at);

-- Requests with a token count against it until `free_at`.
CREATE UNLOGGED TABLE token_uses (
  token_id integer PRIMARY KEY REFERENCES tokens (id) ON DELETE CASCADE,
  free_at timestamptz NOT NULL
);

-- Who has written lately, and so reads from the primary.
CREATE UNLOGGED TABLE recent_writers (
  user_id integer PRIMARY KEY,
  at timestamptz NOT NULL
);
