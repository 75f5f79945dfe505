-- The files of product imports, and how their columns were read the last time.
CREATE TABLE product_imports (
  id serial PRIMARY KEY,
  created_by_id integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  request uuid NOT NULL UNIQUE,
  state text NOT NULL CHECK (state IN ('reading', 'ready', 'applied')),
  file json NOT NULL,
  columns json NOT NULL,
  placeholder text,
  counts json NOT NULL,
  change_set uuid
);
CREATE INDEX product_imports_created_at ON product_imports (created_at);

-- Unlogged: the rows can be read from the file again. `cells` is json: text cannot hold every character of a file.
CREATE UNLOGGED TABLE product_import_rows (
  import_id integer NOT NULL,
  id integer NOT NULL,
  cells json NOT NULL,
  state text NOT NULL,
  sku text,
  product_id integer,
  product_version integer,
  fields json,
  verdict json NOT NULL,
  PRIMARY KEY (import_id, id)
);
CREATE INDEX product_import_rows_state ON product_import_rows (import_id, state, id);

CREATE TABLE product_import_mappings (
  headers text PRIMARY KEY,
  columns json NOT NULL,
  placeholder text,
  used_at timestamptz NOT NULL DEFAULT now()
);
