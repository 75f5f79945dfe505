// Mutant: a database that has fallen silent keeps its connections.
const { Lifeline } = require('../../../dist/database/database-health.js');

Lifeline.prototype.giveUp = () => undefined;
