// Mutant: each process keeps idempotency keys to itself.
const http = require('node:http');

const { emit } = http.Server.prototype;
http.Server.prototype.emit = function (event, request, ...rest) {
  const key = event === 'request' && request.headers['idempotency-key'];
  if (key) request.headers['idempotency-key'] = `${process.pid}-${key}`;
  return emit.call(this, event, request, ...rest);
};
