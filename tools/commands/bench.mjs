/**
 * The benchmark (`npm run bench`): fills a database, runs the built app and the floor on it in turns, and prints what every operation
 * costs. See docs/measurements/performance.md for the options and for how it is measured.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { openDatabase } from '../bench/database.mjs';
import { regressions, summary, table } from '../bench/figures.mjs';
import { sizes } from '../bench/fill.mjs';
import { checkSame, operations } from '../bench/operations.mjs';
import { appFile, floorFile, memoryOf, postmasterOf, startServer } from '../bench/processes.mjs';
import { sections } from '../bench/sections.mjs';
import { operationData } from '../bench/terms.mjs';
import { measureInTurns, warmUp } from '../bench/rounds.mjs';
import { require } from '../lib/database.mjs';
import { refuseLostOptions } from '../lib/npm-options.mjs';
import { prepare, root } from '../lib/setup.mjs';

/** @type {import('node:util').ParseArgsOptionsConfig} */
const known = {
  size: { type: 'string', default: '100k' },
  keep: { type: 'string' },
  json: { type: 'string' },
  peer: { type: 'string' },
  app: { type: 'string', default: root },
  against: { type: 'string' },
  only: { type: 'string' },
  rounds: { type: 'string', default: '8' },
  seconds: { type: 'string', default: '1' },
  terms: { type: 'string', default: '5000' },
  ...Object.fromEntries(
    ['all', 'fill', 'operations', ...Object.keys(sections)].map((name) => [name, { type: 'boolean' }]),
  ),
};
refuseLostOptions(Object.keys(known));
const { values } = parseArgs({ options: known });
/** @type {any} */
const options = values;
if (!Object.hasOwn(sizes, options.size)) {
  console.error(`--size is one of ${Object.keys(sizes).join(', ')}.`);
  process.exit(2);
}
const say = (text) => console.error(`[bench] ${text}`);

await prepare();
const database = await openDatabase({ size: options.size, keep: options.keep, say });
const stops = [database.close];
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stopAll().then(() => process.exit(1)));
try {
  if (!options.fill) await run();
} finally {
  await stopAll();
}

async function stopAll() {
  for (const stop of stops.splice(0).reverse()) await stop();
}

async function run() {
  // The build before has a database of its own: what the other one does with each change would count as its work, too.
  const urlBefore = options.against && (await database.copy());
  const client = new (require('pg').Client)({ connectionString: database.url });
  await client.connect();
  stops.push(() => client.end());
  const postmaster = await postmasterOf(client);
  const app = await start('app', { file: appFile(options.app), url: database.url, postmaster });
  app.headers = { Cookie: await signIn(app.port) };
  const floor = await start('floor', {
    file: options.against ? appFile(options.against) : floorFile,
    url: urlBefore || database.url,
    postmaster,
  });
  floor.headers = options.against ? { Cookie: await signIn(floor.port) } : app.headers;
  const result = {
    date: new Date().toISOString(),
    machine: `${cpus().length} x ${cpus()[0].model}, Node ${process.versions.node}`,
    size: options.size,
  };
  console.log(`${result.date.slice(0, 10)}, ${result.machine}, ${options.size}\n`);
  const names = Object.keys(sections).filter((name) => options.all || options[name]);
  if (options.all || options.operations || names.length === 0)
    result.operations = await measureOperations([app, floor, ...peers()], client);
  for (const name of names)
    result[name] = await sections[name]({ app, floor, client, database, terms: Number(options.terms), say });
  result.memory = { app: memoryOf(app.pid), floor: memoryOf(floor.pid) };
  console.log(
    `\nThe app's memory at most ${Math.round(result.memory.app.peak)} MB, the floor's ${Math.round(result.memory.floor.peak)} MB.`,
  );
  if (options.against) reportWorse(result.operations);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
}

/** The build before takes the place of the floor, so both were measured in the same rounds and are to cost the same. */
function reportWorse(operations) {
  const same = operations.map((one) => ({ ...one, app: { cpuRatio: 1, speedRatio: 1 } }));
  const worse = regressions({ operations: same }, { operations });
  if (worse.length > 0) process.exitCode = 1;
  console.log(
    worse.length === 0 ? 'Nothing is worse by more than 10 %.' : `Worse by more than 10 %:\n${worse.join('\n')}`,
  );
}

async function start(name, { file, url, postmaster }) {
  const server = await startServer(file, url);
  stops.push(server.stop);
  return { name, file, ...server, pids: [server.pid, postmaster] };
}

/** Signs up for this run alone: the database may be kept. */
async function signIn(port) {
  const response = await fetch(`http://127.0.0.1:${port}/api/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: `bench-${Date.now()}@shop.example`, password: 'secret password' }),
  });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Another server that runs already, from a file of its own: `{ name, port, pids, headers, calls: { operation: [{ path }] } }`. */
function peers() {
  return options.peer ? [JSON.parse(readFileSync(options.peer, 'utf8'))] : [];
}

async function measureOperations(targets, client) {
  say('choosing what to ask for');
  const data = await operationData(client);
  await checkSame(targets, data);
  const results = [];
  for (const operation of operations.filter(({ name }) => !options.only || name.includes(options.only))) {
    const able = targets.filter(({ calls }) => !calls || calls[operation.name]);
    say(`${operation.name}, to warm up`);
    await warmUp(able, { operation, data });
    for (const connections of [1, 32]) {
      say(`${operation.name}, ${connections} at once`);
      const rounds = await measureInTurns(able, {
        operation,
        data,
        connections,
        rounds: Number(options.rounds),
        seconds: Number(options.seconds),
      });
      results.push({
        operation: operation.name,
        connections,
        maxCpu: operation.maxCpu,
        ...Object.fromEntries(able.map(({ name }) => [name, summary(rounds, name)])),
      });
    }
  }
  for (const { name } of targets.slice(0, 1).concat(targets.slice(2))) printOperations(name, results);
  return results;
}

function printOperations(name, results) {
  const base = options.against ? 'before' : 'floor';
  const head = [
    'operation',
    'at once',
    `${base} /s`,
    'p50 ms',
    'p99 ms',
    'CPU ms',
    `${name} /s`,
    'p50 ms',
    'p99 ms',
    'CPU ms',
    `CPU, times the ${base}`,
    `throughput, of the ${base}`,
    'limit',
  ];
  const rows = results
    .filter((result) => result[name])
    .map((/** @type {any} */ { operation, connections, maxCpu, floor, [name]: one }) => [
      operation,
      String(connections),
      ...[floor, one].flatMap(({ perSecond, p50, p99, cpu }) => [perSecond, p50, p99, cpu]),
      one.cpuRatio,
      one.speedRatio,
      name === 'app' && !options.against && connections === 1
        ? `${one.cpuRatio <= maxCpu ? 'kept' : 'EXCEEDED'}: CPU <= ${maxCpu}`
        : '',
    ]);
  console.log(`${table(head, rows)}\n`);
}
