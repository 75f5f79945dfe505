// Mutant: known browsers wait with the strangers at their address.
const { HashingQueue } = require('../../../dist/features/auth/passwords/hashing-queue.js');
const { queueOf } = require('../../../dist/http/budgets/queued.js');

HashingQueue.prototype.run = (_email, { address }, task) => queueOf('signIns').run(address, task);
