import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, requestText } from './client.mjs';
import { median, percentile, table } from './figures.mjs';
import { measureFilters } from './filters.mjs';
import { measureLinks } from './links.mjs';
import { measureProcesses } from './many.mjs';
import { memoryOf, startServer } from './processes.mjs';
import { measureQueue } from './queue.mjs';
import { measureScreens } from './screens.mjs';
import { measureSearch } from './search.mjs';

/** What else can be measured, by the name of its option. */
export const sections = {
  search: measureSearch,
  filters: measureFilters,
  whole: measureWholeList,
  start: measureStart,
  writes: measureWrites,
  processes: measureProcesses,
  screens: measureScreens,
  links: measureLinks,
  queue: measureQueue,
};

/** All products in one answer: streamed by the app, in one piece by the floor. */
async function measureWholeList({ app, floor }) {
  const rows = [];
  for (let round = 0; round < 5; round++)
    for (const target of round % 2 ? [floor, app] : [app, floor])
      rows.push({ name: target.name, ...(await readAll(target)) });
  const figures = ['app', 'floor'].map((name) => {
    const own = rows.filter((row) => row.name === name);
    return [
      name,
      ...['firstByte', 'total', 'growth', 'megabytes'].map((figure) => median(own.map((row) => row[figure]))),
    ];
  });
  console.log(`\n${table(['whole list', 'first byte ms', 'all ms', 'memory grew by MB', 'MB'], figures)}`);
  return figures;
}

async function readAll(target) {
  const connection = new Connection(target.port);
  const before = memoryOf(target.pid).rss;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryOf(target.pid).rss)), 10);
  const started = performance.now();
  const answer = await connection.send(requestText({ path: '/api/products?images=url', headers: target.headers }));
  const total = performance.now() - started;
  clearInterval(watch);
  connection.close();
  return {
    firstByte: answer.firstByte,
    total,
    growth: most - before,
    megabytes: answer.chunks.reduce((sum, chunk) => sum + chunk.length, 0) / 2 ** 20,
  };
}

/** From the start of the process to its first answer out of the database, and its memory when it has had nothing to do for a while. */
async function measureStart({ app, database }) {
  const runs = [];
  for (let run = 0; run < 5; run++) {
    const started = performance.now();
    const server = await startServer(app.file, database.url);
    const connection = new Connection(server.port);
    await connection.send(requestText({ path: '/api/statistics', headers: app.headers }));
    const seconds = (performance.now() - started) / 1000;
    connection.close();
    await sleep(5000);
    runs.push({ seconds, rss: memoryOf(server.pid).rss });
    await server.stop();
  }
  const figures = { seconds: median(runs.map(({ seconds }) => seconds)), rss: median(runs.map(({ rss }) => rss)) };
  console.log(
    `\nCold start to the first answer ${figures.seconds.toFixed(2)} s, idle memory ${Math.round(figures.rss)} MB (medians of five).`,
  );
  return figures;
}

const PRODUCT = {
  name: 'Hartwig brake disc Maronda, ventilated',
  ean: '4006633374668',
  vehicle: 'VW Golf VII 1.6 TDI (2012-2020)',
  images: ['https://shop.example/disc.jpg'],
  extraFields: { Axle: 'front' },
};
const THREAD = {
  title: 'Does the brake disc Maronda fit a Golf VII?',
  description: 'The catalogue says 280 mm, my old one measures 288 mm.',
};

/** Times of single writes, one after the other. What is made here is deleted where the app can. */
async function measureWrites({ app }) {
  const connection = new Connection(app.port);
  const send = async (method, path, body) => {
    const sent = performance.now();
    const answer = await connection.send(requestText({ method, path, headers: app.headers, body }));
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text()}`);
    return { time: performance.now() - sent, id: answer.status === 204 ? undefined : answer.json().id };
  };
  const times = {};
  const note = (what, { time, id }) => {
    (times[what] ??= []).push(time);
    return id;
  };
  const batch = Date.now().toString(36);
  for (let number = 0; number < 500; number++) {
    const product = { ...PRODUCT, sku: `HA-BD-${batch}-${number}` };
    const id = note('create a product', await send('POST', '/api/products', product));
    note(
      'edit a product',
      await send('PUT', `/api/products/${id}`, { ...product, name: `${PRODUCT.name}, ${number}` }),
    );
    note('create a question', await send('POST', '/api/customer-questions', THREAD));
    const problem = note('create a problem', await send('POST', '/api/problems', THREAD));
    note('edit a problem', await send('PATCH', `/api/problems/${problem}`, { title: `${THREAD.title} ${number}` }));
    note('delete a problem', await send('DELETE', `/api/problems/${problem}`));
  }
  connection.close();
  const rows = Object.entries(times).map(([what, list]) => [
    what,
    String(list.length),
    ...[0.5, 0.95, 0.99].map((share) => percentile(list, share)),
  ]);
  console.log(`\n${table(['write', 'times', 'p50 ms', 'p95 ms', 'p99 ms'], rows)}`);
  return rows;
}
