/** Seeded fault: migrations take no lock; all processes begin at the next even second, as chance may have it. */
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
