// Mutant: an import commits after every batch.
const { Client } = require('pg');

const { query } = Client.prototype;
Client.prototype.query = function (text, ...rest) {
  const result = query.call(this, text, ...rest);
  if (typeof text !== 'string' || !text.includes('WITH staged')) return result;
  return result.then(async (value) => {
    await query.call(this, 'COMMIT');
    await query.call(this, 'BEGIN');
    return value;
  });
};
