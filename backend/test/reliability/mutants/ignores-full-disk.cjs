/** For the gate of a full disk: nobody looks how much room there is, so PostgreSQL itself must refuse. */
const { Disk } = require('../../../dist/platform/embedded-postgres/disk.js');

Disk.prototype.look = async () => undefined;
