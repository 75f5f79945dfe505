CREATE OR REPLACE FUNCTION searched_text(record products) RETURNS text LANGUAGE sql STABLE AS $$
SELECT fold_text(concat_ws(E'\n', record.name, record.sku, record.ean, record.vehicle, record.description, (SELECT string_agg(value, E'\n') FROM json_each_text(record.extra_fields))))
$$;

CREATE OR REPLACE FUNCTION searched_text(record problems) RETURNS text LANGUAGE sql STABLE AS $$
SELECT fold_text(concat_ws(E'\n', record.title, record.description))
$$;

CREATE OR REPLACE FUNCTION searched_text(record customer_questions) RETURNS text LANGUAGE sql STABLE AS $$
SELECT fold_text(concat_ws(E'\n', record.title, record.description))
$$;

CREATE OR REPLACE FUNCTION searched_text(record updates) RETURNS text LANGUAGE sql STABLE AS $$
SELECT fold_text(concat_ws(E'\n', record.title, record.content))
$$;
