/** Seeded fault: migrations take no lock. */
const { Client } = require('pg');

const { query } = Client.prototype;
Client.prototype.query = function (text, ...rest) {
  return query.call(this, typeof text === 'string' && text.includes('pg_advisory_lock') ? 'SELECT $1::int' : text, ...rest);
};
