/** Seeded fault: whoever sends slowly is waited for. */
const http = require('node:http');

const { createServer } = http;
http.createServer = (options, listener) => createServer({ ...options, headersTimeout: 0, requestTimeout: 0 }, listener);
