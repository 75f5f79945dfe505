-- Returns how likely at least so many reports are when their rate is uncertain: gamma-distributed with this shape, and this mean.
CREATE OR REPLACE FUNCTION negative_binomial_tail(reports integer, shape float8, mean float8) RETURNS float8
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  other float8 := mean / (shape + mean);
  -- Of exactly `n` reports. Beyond a shape of some hundreds the first is too small to be told from 0: it is taken as a logarithm.
  log_chance float8 := shape * ln(shape / (shape + mean));
  tail float8 := 0;
  term float8;
BEGIN
  -- Fewer reports than the mean leave most of the chance to what lies around it.
  FOR n IN 0 .. greatest(reports, ceil(mean)::integer) + 1000 LOOP
    IF n >= reports THEN
      term := CASE WHEN log_chance < -700 THEN 0 ELSE exp(log_chance) END;
      tail := tail + term;
      EXIT WHEN n > mean AND term <= tail * 1e-6;
    END IF;
    log_chance := log_chance + ln((shape + n) / (n + 1) * other);
  END LOOP;
  RETURN tail;
END
$$;
