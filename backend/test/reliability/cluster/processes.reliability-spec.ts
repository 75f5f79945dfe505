import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeCertificate } from './certificate';
import { startDeployedBalancer, type BalancerName } from './deployed-balancer';
import { debian } from './programs';
import { HttpsClient } from './https-client';
import { count, inFull, report, seededFault } from '../reliability-config';
import { specsForCluster, NOT_FOR_CLUSTERS, runSpecs, specsOf, type Spec } from './api-suite';

/** Tests that look into the app, or put something into it: how many of a file, and why. They run where the app is inside the test. */
const INSIDE: Record<string, [tests: number, why: string]> = {
  addresses: [1, 'stops the app as main.ts does'],
  answers: [2, 'hold the queue of long jobs of the app'],
  'bad-rows': [1, 'counts the rows that its queries read'],
  deactivation: [1, 'holds the app while it answers a sign-in'],
  events: [4, 'count what a process holds, stop it, and let a query of it fail'],
  'feed-start': [2, 'watch how the app reads the log, and move its clock'],
  filters: [1, 'counts the turns in the queue of searches of the app'],
  headers: [2, 'makes the app fail, and reads what it logs'],
  'image-uploads': [
    5,
    'remove what nobody has used, a day early, and hold the app to reading what it has refused, which a front may not do',
  ],
  'interrupted-answers': [1, 'deletes an update in the middle of its answer'],
  links: [1, 'looks at the rows that its queries read'],
  'made-skus': [1, 'counts the rows that its queries read'],
  notifications: [1, 'puts a subscription back while it does not run'],
  problems: [1, 'makes a query of the app fail'],
  'product-import-apply': [3, 'clean up early, and stop the app between two steps'],
  'product-imports': [
    2,
    'count the queries of a request, and hold the app to reading what it has refused, which a front may not do',
  ],
  'security-headers': [1, 'makes the app fail'],
  sessions: [2, 'count what the app writes, and take its database away'],
  'view-counts': [3, 'refuses a search its place in the queue of the app, and stops its counts'],
  'webhook-backlog': [3, 'watch how the app reads the log, hold it there, and read what it logs'],
  'webhook-replay': [1, 'drops a delivery between two queries of the app'],
  workbooks: [3, 'count the processes that the app has started, and end one'],
};

/** Tests of what nginx and HAProxy change, or say by themselves; our own load balancer changes nothing. */
const DIRECT: Record<string, [tests: number, why: string]> = {
  addresses: [1, 'asks for an address that cannot be read, which nginx refuses by itself'],
  'login-throttle': [1, 'holds a cookie to what it is without HTTPS'],
  auth: [1, 'holds cookies to what they are without HTTPS; headers has those with it'],
  'list-includes': [1, 'asks for addresses with hosts, which nginx refuses by itself'],
  products: [1, 'asks for an address with %00, which nginx refuses by itself'],
  'security-headers': [2, 'ask without HTTPS, and for an address that nginx refuses by itself'],
};

const BALANCERS: BalancerName[] = ['nginx', 'haproxy'];
const FEW = ['questions', 'updates'];
const suite = specsForCluster();
const chosen = suite.filter(({ name }) => inFull || FEW.includes(name));

/** Runs spec files on processes behind a balancer, by HTTPS where it is nginx or HAProxy. */
async function run(
  specs: Spec[],
  balancer: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ passed: number; failed: string[] }> {
  if (balancer === 'node') return runSpecs(specs, { TEST_PROCESSES: '2', ...env });
  const certificates = makeCertificate();
  try {
    return await runSpecs(specs, {
      TEST_LOAD_BALANCER: balancer,
      TEST_PROCESSES: '3',
      TEST_PROGRAMS: JSON.stringify(debian()),
      NODE_EXTRA_CA_CERTS: join(certificates, 'crm.pem'),
      ...env,
    });
  } finally {
    rmSync(certificates, { recursive: true });
  }
}

/** How many calls of a function each file of the suite has. */
function callsOf(name: string): Record<string, number> {
  const calls = specsOf().map(
    ({ name: file, text }) => [file, text.match(new RegExp(`\\b${name}\\(`, 'g'))?.length ?? 0] as const,
  );
  return Object.fromEntries(calls.filter(([, times]) => times > 0));
}

it('knows every test that cannot run behind a load balancer', () => {
  const counts = (list: typeof INSIDE): Record<string, number> =>
    Object.fromEntries(Object.entries(list).map(([name, [tests]]) => [name, tests]));
  expect(callsOf('inside')).toEqual(counts(INSIDE));
  expect(callsOf('direct')).toEqual(counts(DIRECT));
  expect(Object.keys(NOT_FOR_CLUSTERS).filter((name) => !specsOf().some((spec) => spec.name === name))).toEqual([]);
});

describe.each(inFull ? ['node', ...BALANCERS] : ['node'])('behind %s', (balancer) => {
  it(
    `gate processes: ${chosen.length} files of the API suite against processes that take turns`,
    async () => {
      const { passed, failed } = await run(chosen, balancer);
      expect(failed).toEqual([]);
      expect(passed).toBeGreaterThanOrEqual(count(20, 300));
      report(
        'processes',
        `${passed} tests of ${chosen.length} files against ${balancer === 'node' ? '2 processes behind our own load balancer' : `3 processes behind ${balancer}`}, each request to the next`,
      );
    },
    count(120_000, 3_600_000),
  );
});

/** A process that answers with its number. */
async function startNumber(number: number): Promise<Server> {
  const server = createServer((_request, response) => response.end(String(number)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

if (inFull)
  it.each(BALANCERS)(
    '%s gives each request to the next process',
    async (name) => {
      const servers = await Promise.all([0, 1, 2].map(startNumber));
      const balancer = await startDeployedBalancer(
        name,
        servers.map((server) => (server.address() as AddressInfo).port),
      );
      const visitor = new HttpsClient(balancer.url, balancer.certificate);
      const answers: string[] = [];
      for (let request = 0; request < 60; request++) answers.push((await visitor.ask('GET', '/')).text);
      visitor.leave();
      await balancer.stop();
      for (const server of servers) server.close();
      expect(['0', '1', '2'].map((number) => answers.filter((answer) => answer === number).length)).toEqual([
        20, 20, 20,
      ]);
    },
    60_000,
  );

const once = suite.filter(({ name }) => name === 'idempotency');
for (const balancer of ['node', ...BALANCERS])
  seededFault(
    'processes',
    `behind ${balancer}, a process that keeps the keys of once-only requests for itself`,
    async () => {
      expect((await run(once, balancer, { TEST_MUTANT: 'keeps-idempotency-keys-per-process' })).failed).toContainEqual(
        expect.stringContaining('things once each, however often they are sent'),
      );
    },
    180_000,
  );
