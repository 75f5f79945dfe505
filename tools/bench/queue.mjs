import { Connection, requestText } from './client.mjs';
import { fillThreads } from './fill-threads.mjs';
import { percentile, table } from './figures.mjs';

const READS = 200;
const TAKEN = 1000;

/** What the screen of the queue asks for, and taking the next, one after the other. */
const READ = {
  'by waiting': '/api/queue?limit=50',
  'by waiting, of nobody': '/api/queue?limit=50&assignee=none',
  newest: '/api/queue?limit=50&sort=newest',
  'counts of its parts': '/api/queue/counts',
};

/** The first page of the queue, and taking what waits longest. What is taken here stays taken. */
export async function measureQueue({ app, client, say }) {
  await fillThreads(client, say);
  const connection = new Connection(app.port);
  const time = async (request) => {
    const sent = performance.now();
    const answer = await connection.send(requestText({ ...request, headers: app.headers }));
    if (answer.status >= 300) throw new Error(`${request.path}: ${answer.status} ${answer.text()}`);
    return performance.now() - sent;
  };
  const times = {};
  for (const [what, path] of Object.entries(READ)) {
    say(`queue, ${what}`);
    await time({ path });
    times[what] = [];
    for (let read = 0; read < READS; read++) times[what].push(await time({ path }));
  }
  say('taking the next');
  times['take next'] = [];
  for (let taken = 0; taken < TAKEN; taken++)
    times['take next'].push(await time({ method: 'POST', path: '/api/queue/next', body: {} }));
  connection.close();
  const rows = Object.entries(times).map(([what, list]) => [
    what,
    ...[0.5, 0.95, 0.99].map((share) => percentile(list, share)),
    what === 'by waiting' ? '20' : '',
  ]);
  console.log(`\n${table(['queue', 'p50 ms', 'p95 ms', 'p99 ms', 'goal: p95'], rows)}`);
  return rows;
}
