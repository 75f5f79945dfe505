/**
 * Compares two results of the benchmark (`npm run bench:compare -- before.json after.json`): exit code 1 where the app has become
 * dearer, or slower, in relation to the floor by more than 10 %.
 */
import { readFileSync } from 'node:fs';
import { regressions, table } from './bench/figures.mjs';

const files = process.argv.slice(2);
if (files.length !== 2) {
  console.error('Give two results: npm run bench:compare -- before.json after.json. npm run bench -- --json FILE writes one.');
  process.exit(2);
}
const [before, after] = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
if (before.size !== after.size) {
  console.error(`The results are of ${before.size} and of ${after.size} records. Only results of the same size can be compared.`);
  process.exit(2);
}
const rows = before.operations.map(({ operation, connections, app }) => {
  const now = after.operations.find((one) => one.operation === operation && one.connections === connections)?.app;
  return [operation, String(connections), app.cpuRatio, now?.cpuRatio, app.speedRatio, now?.speedRatio];
});
console.log(`${table(['operation', 'at once', 'CPU before', 'CPU after', 'throughput before', 'throughput after'], rows)}\n`);
const worse = regressions(before, after);
console.log(worse.length === 0 ? 'Nothing is worse by more than 10 %.' : `Worse by more than 10 %:\n${worse.map((line) => `  ${line}`).join('\n')}`);
process.exit(worse.length === 0 ? 0 : 1);
