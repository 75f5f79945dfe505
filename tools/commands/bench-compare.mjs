/**
 * Compares two builds (`npm run bench:compare -- before after`): exit code 1 where the app has become dearer, or slower, by more than
 * 10 %. Of two folders of the project it runs the apps in turns; of two results of `npm run bench -- --json FILE` it compares the
 * ratios to the floor, which says less where the machine does other work. Options of the benchmark may follow two folders.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { regressions, table } from '../bench/figures.mjs';

const [before, after, ...options] = process.argv.slice(2);
if (!before || !after) fail('Give two folders of the project, built, or two results of npm run bench -- --json FILE.');
process.exitCode = statSync(before).isDirectory() ? runBoth() : compareResults();

function runBoth() {
  const bench = fileURLToPath(new URL('bench.mjs', import.meta.url));
  return (
    spawnSync(
      process.execPath,
      [bench, '--operations', '--app', resolve(after), '--against', resolve(before), ...options],
      { stdio: 'inherit' },
    ).status ?? 1
  );
}

function compareResults() {
  const [former, latter] = [before, after].map((file) => JSON.parse(readFileSync(file, 'utf8')));
  if (former.size !== latter.size)
    fail(
      `The results are of ${former.size} and of ${latter.size} records. Only results of the same size can be compared.`,
    );
  const rows = former.operations.map(({ operation, connections, app }) => {
    const now = latter.operations.find((one) => one.operation === operation && one.connections === connections)?.app;
    return [operation, String(connections), app.cpuRatio, now?.cpuRatio, app.speedRatio, now?.speedRatio];
  });
  console.log(
    `${table(['operation', 'at once', 'CPU before', 'CPU after', 'throughput before', 'throughput after'], rows)}\n`,
  );
  const worse = regressions(former, latter);
  console.log(
    worse.length === 0 ? 'Nothing is worse by more than 10 %.' : `Worse by more than 10 %:\n${worse.join('\n')}`,
  );
  return worse.length === 0 ? 0 : 1;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(2);
}
