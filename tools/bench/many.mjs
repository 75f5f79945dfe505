import { median, table } from './figures.mjs';
import { Connection } from './client.mjs';
import { operations, requestsOf } from './operations.mjs';
import { cpuOf, postmasterOf, startServer } from './processes.mjs';
import { operationData } from './terms.mjs';

const CONNECTIONS = 32;
const ROUNDS = 6;
const SECONDS = 3;
/** How often is asked what PostgreSQL's connections wait for, ms. */
const ASK_EVERY = 20;

/** One process of the app and two, in turns, at 32 connections: throughput, who used the CPU, and what PostgreSQL waited for. */
export async function measureProcesses({ app, database, client, say }) {
  const second = await startServer(app.file, database.url);
  try {
    const postmaster = await postmasterOf(client);
    const data = await operationData(client);
    const targets = [
      { name: 1, servers: [app] },
      { name: 2, servers: [app, second] },
    ];
    const rows = [];
    for (const operation of operations.filter(({ name }) => /by id|create a question/.test(name))) {
      say(`${operation.name}, with one process and two`);
      const rounds = [];
      for (let round = -1; round < ROUNDS; round++) {
        for (const target of round % 2 ? [...targets].reverse() : targets) {
          const figures = await turn(target, {
            operation,
            data,
            headers: app.headers,
            postmaster,
            client,
            first: (round + 2) * 100_003,
          });
          if (round >= 0) rounds.push({ processes: target.name, ...figures });
        }
      }
      for (const { name } of targets)
        rows.push([operation.name, String(name), ...summaryOf(rounds.filter(({ processes }) => processes === name))]);
    }
    console.log(
      `\n${table(['operation', 'processes', '/s', 'app CPU ms', 'PostgreSQL CPU ms', 'cores: app', 'cores: PostgreSQL', 'cores: client', 'what busy connections of PostgreSQL did'], rows)}`,
    );
    return rows;
  } finally {
    await second.stop();
  }
}

async function turn({ servers }, { operation, data, headers, postmaster, client, first }) {
  const opened = Array.from(
    { length: CONNECTIONS },
    (_, index) => new Connection(servers[index % servers.length].port),
  );
  const cpu = () => ({
    app: cpuOf(servers.map(({ pid }) => pid)),
    postgres: cpuOf([postmaster]),
    client: process.cpuUsage(),
  });
  const before = cpu();
  const started = performance.now();
  const isOver = () => performance.now() - started > SECONDS * 1000;
  let number = first;
  const work = async (connection) => {
    while (!isOver())
      for (const request of requestsOf(operation, { headers }, data, number++))
        await sent(connection, request, operation);
  };
  const [states] = await Promise.all([askWhatFor(client, isOver), ...opened.map(work)]);
  const ms = performance.now() - started;
  const after = cpu();
  opened.forEach((connection) => connection.close());
  const used = process.cpuUsage(before.client);
  const requests = number - first;
  const spent = {
    app: after.app - before.app,
    postgres: after.postgres - before.postgres,
    client: (used.user + used.system) / 1000,
  };
  return {
    perSecond: (requests / ms) * 1000,
    app: spent.app / requests,
    postgres: spent.postgres / requests,
    cores: Object.values(spent).map((time) => time / ms),
    states,
  };
}

async function sent(connection, request, { name, status = 200 }) {
  const answer = await connection.send(request);
  if (answer.status !== status) throw new Error(`${name}: ${answer.status} ${answer.text().slice(0, 300)}`);
}

/** Counts what the app's connections that have something to do are doing: running, or waiting for what. */
async function askWhatFor(client, isOver) {
  const counts = new Map();
  while (!isOver()) {
    const { rows } = await client.query(
      "SELECT coalesce(wait_event_type || ' ' || wait_event, 'running') AS state FROM pg_stat_activity WHERE application_name LIKE 'ecom-crm %' AND state = 'active'",
    );
    for (const { state } of rows) counts.set(state, (counts.get(state) ?? 0) + 1);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY));
  }
  return counts;
}

function summaryOf(rounds) {
  const figure = (of) => median(rounds.map(of));
  const counts = new Map();
  for (const { states } of rounds)
    for (const [state, count] of states) counts.set(state, (counts.get(state) ?? 0) + count);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const shares = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 4)
    .map(([state, count]) => `${state} ${Math.round((100 * count) / total)} %`);
  return [
    figure(({ perSecond }) => perSecond),
    figure(({ app }) => app),
    figure(({ postgres }) => postgres),
    ...[0, 1, 2].map((index) => figure(({ cores }) => cores[index])),
    shares.join(', '),
  ];
}
