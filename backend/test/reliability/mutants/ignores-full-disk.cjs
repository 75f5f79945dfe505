// Mutant: the free disk space is never checked, so PostgreSQL itself must refuse.
const { Disk } = require('../../../dist/platform/embedded-postgres/disk.js');

Disk.prototype.look = async () => undefined;
