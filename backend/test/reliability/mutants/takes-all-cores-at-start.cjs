// Mutant: a start takes every core for three seconds.
const { availableParallelism } = require('node:os');
const { Worker, isMainThread } = require('node:worker_threads');

const work = 'for (const end = Date.now() + 3_000; Date.now() < end; );';
// What is preloaded is preloaded by these threads as well.
for (let n = 0; isMainThread && n < 3 * availableParallelism(); n++) new Worker(work, { eval: true });
