-- The records that people keep: products, questions, problems, updates, and the images of them.
-- Each image once, whatever shows it; triggers count the uses.
CREATE TABLE images (
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  type text NOT NULL,
  bytes bytea NOT NULL,
  uses integer NOT NULL DEFAULT 0 CHECK (uses >= 0)
);
-- Photos are compressed already.
ALTER TABLE images ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- `extra_fields` is json, not jsonb: the fields stay in their order.
CREATE TABLE products (
  id serial PRIMARY KEY,
  name text NOT NULL,
  sku text NOT NULL UNIQUE,
  ean text,
  vehicle text,
  description text,
  images jsonb NOT NULL DEFAULT '[]',
  extra_fields json NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'active',
  search_text text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX products_by_name ON products (("left"(fold_text(name), 100) COLLATE "C"), id);
CREATE INDEX products_by_sku ON products (("left"(fold_text(sku), 100) COLLATE "C"), id);
CREATE INDEX products_by_status ON products (status, id);
CREATE INDEX products_sku_folded ON products (fold_text(sku));
CREATE INDEX products_ean_folded ON products (fold_text(ean));

CREATE TABLE customer_questions (
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by_id integer NOT NULL REFERENCES users (id),
  id serial PRIMARY KEY,
  title text NOT NULL,
  description text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'in_progress', 'resolved')),
  search_text text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX customer_questions_by_status ON customer_questions (status, id);

CREATE TABLE question_responses (
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by_id integer NOT NULL REFERENCES users (id),
  id serial PRIMARY KEY,
  response text NOT NULL,
  question_id integer NOT NULL REFERENCES customer_questions (id) ON DELETE CASCADE,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX question_responses_question_id ON question_responses (question_id, id);

CREATE TABLE problems (
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by_id integer NOT NULL REFERENCES users (id),
  id serial PRIMARY KEY,
  title text NOT NULL,
  description text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'in_progress', 'resolved')),
  images jsonb NOT NULL DEFAULT '[]',
  search_text text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX problems_by_status ON problems (status, id);

CREATE TABLE problem_responses (
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by_id integer NOT NULL REFERENCES users (id),
  id serial PRIMARY KEY,
  response text NOT NULL,
  problem_id integer NOT NULL REFERENCES problems (id) ON DELETE CASCADE,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX problem_responses_problem_id ON problem_responses (problem_id, id);

CREATE TABLE updates (
  id serial PRIMARY KEY,
  title text NOT NULL,
  content text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by_id integer NOT NULL REFERENCES users (id),
  search_text text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX updates_by_status ON updates (status, id);

-- How many rows a table has: the sum over its slots. Writers take different slots, so that none waits for another.
-- A low fill factor: the rows are rewritten often, and no index has to change.
CREATE TABLE counters (
  table_name text NOT NULL,
  slot serial,
  records bigint NOT NULL,
  PRIMARY KEY (table_name, slot)
) WITH (fillfactor = 10);
