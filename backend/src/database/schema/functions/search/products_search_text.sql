CREATE OR REPLACE FUNCTION products_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := fold_text(concat_ws(E'\n', NEW.name, NEW.sku, NEW.ean, NEW.vehicle, NEW.description,
    (SELECT string_agg(value, E'\n') FROM json_each_text(NEW.extra_fields))));
  RETURN NEW;
END
$$;
