import { Connection } from './client.mjs';
import { percentile } from './figures.mjs';
import { requestsOf } from './operations.mjs';
import { cpuOf } from './processes.mjs';

/**
 * Asks all targets for one operation until V8 has compiled what is hot, which takes thousands of calls. In short turns: a process
 * that does nothing for eight seconds may give memory back, and forget much of what it had compiled.
 */
export async function warmUp(targets, { operation, data }) {
  for (let round = 0; round < 10; round++) {
    for (const target of targets)
      await turn(target, { operation, data, connections: 32, seconds: 2, most: 1000, first: round * 1000 });
  }
}

/**
 * Measures one operation on all targets in turns, forwards and backwards by round, so that what disturbs the machine disturbs all.
 * Answers a list of rounds, each with the figures of every target by its name.
 */
export async function measureInTurns(targets, { operation, data, connections, rounds, seconds }) {
  const measured = [];
  for (let round = 0; round < rounds; round++) {
    const figures = {};
    for (const target of round % 2 ? [...targets].reverse() : targets)
      figures[target.name] = await turn(target, {
        operation,
        data,
        connections,
        seconds,
        first: (round + 1) * 100_003,
      });
    measured.push(figures);
  }
  return measured;
}

async function turn(target, { operation, data, connections, seconds, most = Infinity, first }) {
  const opened = Array.from({ length: connections }, () => new Connection(target.port));
  const times = [];
  let number = first;
  const before = cpuOf(target.pids);
  const started = performance.now();
  const work = async (connection) => {
    while (performance.now() - started < seconds * 1000 && times.length < most) {
      const requests = requestsOf(operation, target, data, number++);
      const sent = performance.now();
      for (const request of requests) await answered(connection, request, { target, operation });
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(opened.map(work));
  const taken = performance.now() - started;
  const cpu = cpuOf(target.pids) - before;
  opened.forEach((connection) => connection.close());
  return {
    perSecond: (times.length / taken) * 1000,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpu: cpu / times.length,
  };
}

async function answered(connection, request, { target, operation }) {
  const answer = await connection.send(request);
  if (answer.status !== (operation.status ?? 200) && !target.calls)
    throw new Error(`${operation.name}: ${target.name} answers ${answer.status} ${answer.text().slice(0, 300)}`);
}
