-- Returns the products that have more problems than expected at a time: in the last week, or in the last four.
-- What is expected is a gamma-Poisson estimate from the year before: the rate of the product itself, shrunk towards that of
-- its line, which is shrunk towards that of the shop. A line is the beginning of the SKU up to the first digit. Rates of a
-- line and of the shop are those of their products that had a problem at all, since most of a catalogue may never be sold.
-- Where the other products of the shop have more problems than before too, as before a holiday, more are expected of all.
-- The constants are held by affected-products.e2e-spec.ts, which simulates three years.
CREATE OR REPLACE FUNCTION affected_products(until timestamptz)
RETURNS TABLE (product_id integer, problems integer, days integer, expected float8, chance float8, last_at timestamptz)
LANGUAGE sql STABLE AS $$
  WITH reports AS MATERIALIZED (
    SELECT link.product_id, problem.created_at AS at
    FROM problems AS problem
    JOIN product_links AS link ON link.kind = 'problem' AND link.record_id = problem.id AND link.state = 'linked'
    WHERE problem.created_at > until - interval '52 weeks' AND problem.created_at <= until
  ), span AS (
    SELECT days, days / 7.0::float8 AS weeks, until - days * interval '1 day' AS since,
      extract(epoch FROM until - days * interval '1 day' - (SELECT min(at) FROM reports))::float8 / 604800 AS known_weeks
    FROM unnest(ARRAY[7, 28]) AS days
  ), counts AS (
    SELECT reports.product_id, span.days, max(at) AS last_at,
      count(*) FILTER (WHERE at > since)::integer AS recent, count(*) FILTER (WHERE at <= since)::integer AS former
    FROM reports CROSS JOIN span GROUP BY 1, 2
  ), lined AS MATERIALIZED (
    SELECT counts.*, substring(sku FROM '^[^0-9]+') AS line FROM counts JOIN products ON products.id = counts.product_id
  ), shop AS (
    SELECT span.*, sum(recent) AS recent, sum(former) AS former,
      (sum(former) + 1) / (count(*) FILTER (WHERE former > 0) * known_weeks + 52) AS rate
    FROM lined JOIN span USING (days) WHERE known_weeks >= 4
    GROUP BY span.days, weeks, since, known_weeks
  ), line AS (
    SELECT line, lined.days,
      (sum(lined.former) + shop.rate * 52) / (count(*) FILTER (WHERE lined.former > 0) * known_weeks + 52) AS rate
    FROM lined JOIN shop USING (days) GROUP BY line, lined.days, shop.rate, known_weeks
  ), estimate AS (
    SELECT lined.*, shop.weeks,
      -- The weight of the line is that of eight weeks of the product's own.
      line.rate * 8 + lined.former AS shape,
      8 + least(known_weeks, extract(epoch FROM since - made_at)::float8 / 604800) AS own_weeks,
      least(3, greatest(1, (shop.recent - lined.recent + 3) / (shop.former / known_weeks * weeks + 3))) AS level
    FROM lined JOIN shop USING (days)
    JOIN line ON line.days = lined.days AND line.line IS NOT DISTINCT FROM lined.line
    CROSS JOIN LATERAL (
      SELECT min(at) AS made_at FROM changes
      WHERE subject_kind = 'product' AND subject_id = lined.product_id AND operation = 'insert') AS made
    WHERE lined.recent >= 3 AND (made_at IS NULL OR made_at < since - interval '8 weeks')
  ), affected AS (
    SELECT *, shape / greatest(own_weeks, 8) * weeks * level AS expected,
      negative_binomial_tail(recent, shape, shape / greatest(own_weeks, 8) * weeks * level) AS chance
    FROM estimate
  )
  SELECT DISTINCT ON (product_id) product_id, recent, days, expected, chance, last_at
  FROM affected WHERE chance < 0.000003 ORDER BY product_id, chance
$$;
