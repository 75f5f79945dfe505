// Mutant: a PostgreSQL that does not start is tried three times and no more.
const { PostgresSupervisor } = require('../../../dist/platform/embedded-postgres/supervisor.js');

const { startOnce } = PostgresSupervisor.prototype;
let failures = 0;
PostgresSupervisor.prototype.startOnce = async function () {
  if (failures >= 3) return new Promise(() => undefined);
  const reason = await startOnce.call(this);
  if (reason === 'the disk is full') failures++;
  return reason;
};
