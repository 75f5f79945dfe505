// Mutant: slow senders have no time limit.
const http = require('node:http');

const { createServer } = http;
http.createServer = (options, listener) => createServer({ ...options, headersTimeout: 0, requestTimeout: 0 }, listener);
