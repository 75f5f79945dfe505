import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { seeded } from '../../../src/platform/demo/random';
import { sessionCookie } from '../../support/api';
import { startProcess, type AppProcess } from '../../support/processes/app-process';
import { PatroniCluster } from './patroni';
import { check, type Findings } from '../crash/check';
import { Load } from '../crash/load';
import { count, newSeed, report, seededFault } from '../reliability-config';

const TIMES = Number(process.env.FAILOVERS ?? count(1, 8));
const WRITES = count(200, 100_000);
const WRITERS = 16;
const PASSWORD = 'app-password';
/** How long nothing may be written after a machine was killed, and when its role is handed over; how long any request may take; ms. */
const KILL_GAP = 25_000;
const PLANNED_GAP = 3_000;
const LONGEST = 5_000;
/** How long the replicas take nothing before the primary's machine is killed, ms. */
const HELD = 1_000;

jest.setTimeout(60 * 60_000);

let cluster: PatroniCluster;
let app: AppProcess;
let load: Load;
const seed = newSeed();

/** The cluster, a process of the app on it, and writers. */
async function begin(synchronous = true): Promise<void> {
  cluster = await PatroniCluster.start({ synchronous });
  const admin = new Client({ connectionString: cluster.url('postgres') });
  await admin.connect();
  await admin.query(`CREATE ROLE ecom_crm LOGIN PASSWORD '${PASSWORD}'`);
  await admin.query('CREATE DATABASE ecom_crm OWNER ecom_crm');
  await admin.end();
  const url = Object.assign(new URL(cluster.url('ecom_crm')), { username: 'ecom_crm', password: PASSWORD });
  app = await startProcess({ env: { DATABASE_URL: url.href, LOG_LEVEL: 'error' } });
  await app.ready;
  const body = JSON.stringify({ email: 'failover@shop.example', password: 'secret password' });
  const answer = await fetch(`${app.url}/api/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  load = new Load(app.url, sessionCookie(answer) ?? '', seeded(seed));
}

afterEach(async () => {
  try {
    await load?.stop();
  } finally {
    app?.child.kill('SIGKILL');
    await cluster?.stop();
  }
});

/** Does something to the cluster; answers the longest time in which nothing was written until it was written again, ms. */
async function gapOf(event: () => Promise<unknown>): Promise<number> {
  let [seen, since, longest] = [load.acknowledged, Date.now(), 0];
  const watch = setInterval(() => {
    longest = Math.max(longest, Date.now() - since);
    if (load.acknowledged === seen) return;
    [seen, since] = [load.acknowledged, Date.now()];
  }, 10);
  try {
    await event();
    // A switchover is promised before it is done.
    await sleep(5_000);
    await load.more(WRITERS * 4);
    return longest;
  } finally {
    clearInterval(watch);
  }
}

async function kills(): Promise<number> {
  let startAgain = (): void => undefined;
  const gap = await gapOf(async () => (startAgain = await cluster.killPrimary()));
  startAgain();
  return gap;
}

/** Kills the primary's machine when the replicas have taken nothing for a while: what is missing after another has taken over. */
async function killBeforeReplicasHaveIt(): Promise<Findings> {
  await load.start(WRITERS);
  await load.more(WRITERS * 20);
  const lose = await cluster.holdReplicas();
  await sleep(HELD);
  await cluster.killPrimary();
  lose();
  await load.more(WRITERS * 4);
  await load.stop();
  return check(cluster.url('ecom_crm'), load.known);
}

it(`G8: ${TIMES} machines killed and ${TIMES} roles handed over`, async () => {
  await begin();
  await load.start(WRITERS);
  const gaps = { kill: [] as number[], planned: [] as number[] };
  for (let event = 1; event <= 2 * TIMES; event++) {
    while (load.acknowledged < (WRITES * event) / (2 * TIMES + 1)) await sleep(50);
    if (event % 2) gaps.kill.push(await kills());
    else gaps.planned.push(await gapOf(() => cluster.switchOver()));
    await cluster.whole(120_000);
    process.stdout.write(`${event}: ${JSON.stringify(gaps)}, ${load.acknowledged} acknowledged\n`);
  }
  while (load.acknowledged < WRITES) await sleep(50);
  await load.stop();
  const findings = await check(cluster.url('ecom_crm'), load.known);
  const most = (some: number[]): number => Math.max(...some);
  const refused = [...load.refusals.values()].reduce((sum, times) => sum + times, 0);
  report(
    'G8',
    `${TIMES} kills and ${TIMES} switchovers, ${load.acknowledged} writes acknowledged (${load.repeats} sent again), ${JSON.stringify({ ...findings, damaged: findings.damaged.length })}; nothing written for at most ${most(gaps.kill)} ms (kills) and ${most(gaps.planned)} ms (planned); ${refused} answers of 503, ${load.unanswered} requests without an answer, the slowest ${load.slowest} ms; seed ${seed}`,
  );
  expect(load.unexpected).toEqual([]);
  expect(findings).toEqual({ lost: 0, doubled: 0, orphans: 0, unlogged: 0, damaged: [] });
  // It logs what is no 503.
  expect(app.said.filter((line) => line.startsWith('{'))).toEqual([]);
  expect([...load.refusals.keys()].filter((refusal) => !refusal.startsWith('503 Retry-After '))).toEqual([]);
  expect([load.unanswered, app.child.exitCode]).toEqual([0, null]);
  expect(load.slowest).toBeLessThan(LONGEST);
  expect(most(gaps.kill)).toBeLessThan(KILL_GAP);
  expect(most(gaps.planned)).toBeLessThan(PLANNED_GAP);
});

it('G8: what the replicas have not taken yet was not acknowledged', async () => {
  await begin();
  const findings = await killBeforeReplicasHaveIt();
  report(
    'G8',
    `a kill ${HELD} ms after the replicas had stopped to take anything, ${load.acknowledged} writes acknowledged, ${findings.lost} lost`,
  );
  expect([load.unexpected, findings]).toEqual([[], { lost: 0, doubled: 0, orphans: 0, unlogged: 0, damaged: [] }]);
});

seededFault(
  'G8',
  'commits that wait for no other machine',
  async () => {
    await begin(false);
    const { lost } = await killBeforeReplicasHaveIt();
    process.stdout.write(`${lost} of ${load.acknowledged} acknowledged writes lost\n`);
    expect(lost).toBeGreaterThan(0);
  },
  5 * 60_000,
);
