/** Faults that the crash gate must find, loaded into the built app by `node -r`; FAULT says which one. */
const http = require('node:http');
const { setTimeout: sleep } = require('node:timers/promises');
const { Client } = require('pg');

const query = Client.prototype.query;

/** The app answers before the transaction is committed. */
function answerTooEarly() {
  Client.prototype.query = function (text, ...rest) {
    if (text !== 'COMMIT') return query.call(this, text, ...rest);
    query.call(this, 'SELECT pg_sleep(0.3)').catch(() => undefined);
    query.call(this, 'COMMIT').catch(() => undefined);
    return Promise.resolve({ command: 'COMMIT', rowCount: null, rows: [], fields: [] });
  };
}

/** A repeated request is done again; late answers make it a common thing that one was done and not answered. */
function forgetKeys() {
  const emit = http.Server.prototype.emit;
  http.Server.prototype.emit = function (event, request, ...rest) {
    if (event === 'request') delete request.headers['idempotency-key'];
    return emit.call(this, event, request, ...rest);
  };
  Client.prototype.query = function (text, ...rest) {
    const result = query.call(this, text, ...rest);
    return text === 'COMMIT' ? result.then((value) => sleep(300, value)) : result;
  };
}

({ 'answers-before-commit': answerTooEarly, 'forgets-keys': forgetKeys })[process.env.FAULT]();
