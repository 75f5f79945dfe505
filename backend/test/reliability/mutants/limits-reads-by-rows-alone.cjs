// Mutant: a read is limited by its rows, whatever their bytes.
const limits = require('../../../dist/database/limit-bytes.js');

limits.limitBytes = (statement) => statement;
limits.isFull = (rows, limit) => rows.length === limit;
