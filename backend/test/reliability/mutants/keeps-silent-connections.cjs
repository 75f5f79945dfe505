/** Seeded fault: a database that has fallen silent is not given up. */
const { Lifeline } = require('../../../dist/database/database-health.js');

Lifeline.prototype.giveUp = () => undefined;
