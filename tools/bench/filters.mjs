import { built } from '../lib/database.mjs';
import { Connection, requestText } from './client.mjs';
import { fillThreads } from './fill-threads.mjs';
import { percentile, table } from './figures.mjs';

const { pick, seeded, shuffled } = built('platform/demo/random.js');

const QUERIES = 400;
const COUNTS = 50;
const DAY_MS = 24 * 60 * 60 * 1000;
const LAST_DAY = Date.parse('2026-10-01T06:00:00Z');
const PATHS = { 'customer-questions': 'question', problems: 'problem' };

/** As many views as a team has: what is open, mine, waiting, late, by tag, and what was done. */
const VIEWS = [
  ['queue', ''],
  ['queue', 'assignee=me'],
  ['queue', 'assignee=none'],
  ['queue', 'assignee=none&waiting=true'],
  ['queue', `waitingTo=${new Date(LAST_DAY - 2 * DAY_MS).toISOString()}`],
  ['queue', 'tag=3'],
  ['question', 'status=open,in_progress&assignee=4'],
  ['question', 'snoozed=true'],
  ['problem', 'status=open&hasImages=true'],
  ['problem', `status=resolved&assignee=4&createdFrom=${new Date(LAST_DAY - 30 * DAY_MS).toISOString()}`],
];

/** Any three filters with an order, first page; and the counts of ten views in one call. */
export async function measureFilters({ app, client, say }) {
  await fillThreads(client, say);
  const random = seeded(31);
  const { rows } = await client.query('SELECT max(id) AS products FROM products');
  const connection = new Connection(app.port);
  const read = async (path) => {
    const answer = await connection.send(requestText({ path, headers: app.headers }));
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text()}`);
    return answer;
  };
  const measured = await measureQueries(read, () => randomQuery(random, rows[0].products));
  const views = await measureViews(client, app, read);
  connection.close();
  const line = (what, times, goal) => [
    what,
    ...[0.5, 0.95, 0.99].map((share) => percentile(times, share)),
    Math.max(...times),
    goal,
  ];
  const figures = [
    line(
      'three filters, first page',
      measured.map(({ time }) => time),
      '50',
    ),
    line('counts of ten views', views, '60'),
  ];
  console.log(`\n${table(['filters', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms', 'goal: p95'], figures)}`);
  const slowest = [...measured].sort((a, b) => b.time - a.time).slice(0, 8);
  console.log(`\nThe slowest:\n${slowest.map(({ time, path }) => `${time.toFixed(1)} ms ${path}`).join('\n')}`);
  return { figures, slowest };
}

async function measureQueries(read, next) {
  const measured = [];
  for (let query = 0; query < QUERIES; query++) {
    const path = next();
    // The second time: what the database has to fetch from the disk says nothing of the plan.
    await read(path);
    const sent = performance.now();
    await read(path);
    measured.push({ path, time: performance.now() - sent });
  }
  return measured;
}

async function measureViews(client, app, read) {
  const user = (await read('/api/user')).json();
  for (const [index, [list, query]] of VIEWS.entries())
    await client.query('INSERT INTO views (name, list, query, created_by_id) VALUES ($1, $2, $3, $4)', [
      `Bench ${index}`,
      list,
      query,
      user.id,
    ]);
  const times = [];
  for (let count = 0; count < COUNTS; count++) {
    const sent = performance.now();
    const answer = await read('/api/views/counts');
    times.push(performance.now() - sent);
    if (answer.json().length !== VIEWS.length) throw new Error(`Not all views are counted: ${answer.text()}`);
  }
  await client.query("DELETE FROM views WHERE created_by_id = $1 AND name LIKE 'Bench %'", [user.id]);
  return times;
}

/** A query with three filters, each as often common as rare. */
function randomQuery(random, products) {
  const path = pick(random, Object.keys(PATHS));
  const day = () => new Date(LAST_DAY - Math.floor(1096 * random() ** 2) * DAY_MS).toISOString();
  const below = (limit) => Math.floor(random() * limit);
  const range = (name) => {
    const [from, to] = [day(), day()].sort();
    return pick(random, [
      { [`${name}From`]: from },
      { [`${name}To`]: to },
      { [`${name}From`]: from, [`${name}To`]: to },
    ]);
  };
  const filters = [
    () => ({ status: pick(random, ['open', 'in_progress', 'resolved', 'open,in_progress', 'open,resolved']) }),
    () => ({ assignee: pick(random, ['me', 'none', String(1 + below(20))]) }),
    () => ({ tag: pick(random, [String(1 + below(30)), `${1 + below(30)},${1 + below(5)}`]) }),
    () => ({ product: 1 + Math.floor(products * random() ** 6) }),
    () => range('created'),
    () => pick(random, [() => ({ waiting: pick(random, [true, false]) }), () => range('waiting')])(),
    () => ({ snoozed: pick(random, [true, false]) }),
    ...(path === 'problems' ? [() => ({ hasImages: pick(random, [true, false]) })] : []),
  ];
  const chosen = shuffled(random, filters).slice(0, 3);
  const query = new URLSearchParams({
    ...Object.assign({}, ...chosen.map((filter) => filter())),
    sort: pick(random, ['newest', 'oldest']),
    limit: '50',
    include: 'queue',
  });
  return `/api/${path}?${query}`;
}
