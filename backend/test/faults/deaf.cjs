/** Seeded fault: a database that has fallen silent is not given up. */
const { Lifeline } = require('../../dist/database/lifeline.js');

Lifeline.prototype.giveUp = () => undefined;
