// Mutant: a database that has fallen silent keeps its connections.
const { DatabaseHealth } = require('../../../dist/database/database-health.js');

DatabaseHealth.prototype.giveUp = () => undefined;
