// Mutant: a repeated request is done again. Late answers make it likely that one was done and not answered.
const http = require('node:http');
const { setTimeout: sleep } = require('node:timers/promises');
const { Client } = require('pg');

const { emit } = http.Server.prototype;
http.Server.prototype.emit = function (event, request, ...rest) {
  if (event === 'request') delete request.headers['idempotency-key'];
  return emit.call(this, event, request, ...rest);
};

/** Whether a query is the statement that creates a record. */
const isCreate = ({ text = '' }) => /WITH request AS[\s\S]*INSERT INTO "/.test(text);

const { query } = Client.prototype;
Client.prototype.query = function (text, ...rest) {
  const result = query.call(this, text, ...rest);
  return text === 'COMMIT' || isCreate(text) ? result.then((value) => sleep(300, value)) : result;
};
