// Mutant: something of every request stays in memory.
const { EventEmitter } = require('node:events');
const http = require('node:http');

const kept = [];
const { emit } = EventEmitter.prototype;
http.Server.prototype.emit = function (event, ...rest) {
  if (event === 'request') kept.push(Buffer.alloc(2000, 'x').toString());
  return emit.call(this, event, ...rest);
};
