// Mutant: requests are answered before their transaction is committed.
const { Client } = require('pg');

/** Whether a query is the statement that creates a record. */
const isCreate = ({ text = '' }) => /WITH request AS[\s\S]*INSERT INTO "/.test(text);

const { query } = Client.prototype;
Client.prototype.query = function (text, ...rest) {
  const creates = isCreate(text);
  if (text !== 'COMMIT' && !creates) return query.call(this, text, ...rest);
  if (creates) query.call(this, 'BEGIN').catch(() => undefined);
  const result = creates
    ? query.call(this, text, ...rest)
    : Promise.resolve({ command: 'COMMIT', rowCount: null, rows: [], fields: [] });
  query.call(this, 'SELECT pg_sleep(0.3)').catch(() => undefined);
  query.call(this, 'COMMIT').catch(() => undefined);
  return result;
};
