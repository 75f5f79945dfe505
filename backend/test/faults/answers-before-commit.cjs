// A fault for the gates: requests are answered before their transaction is committed.
const { Client } = require('pg');

const { query } = Client.prototype;
Client.prototype.query = function (text, ...rest) {
  if (text !== 'COMMIT') return query.call(this, text, ...rest);
  query.call(this, 'SELECT pg_sleep(0.3)').catch(() => undefined);
  query.call(this, 'COMMIT').catch(() => undefined);
  return Promise.resolve({ command: 'COMMIT', rowCount: null, rows: [], fields: [] });
};
