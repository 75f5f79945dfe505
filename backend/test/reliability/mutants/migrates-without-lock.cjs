// Mutant: migrations take no lock. All processes start at the next even second, to make a collision likely.
const { Client } = require('pg');

const { query } = Client.prototype;
Client.prototype.query = function (text, ...rest) {
  return query.call(
    this,
    typeof text === 'string' && text.includes('pg_advisory_lock')
      ? 'SELECT pg_sleep(2 - mod(extract(epoch FROM clock_timestamp()), 2)), $1::int'
      : text,
    ...rest,
  );
};
