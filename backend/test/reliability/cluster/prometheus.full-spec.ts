import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Api } from '../../support/api';
import { dashboardExpressions, Prometheus, promtool, selectorsIn } from './prometheus';
import { makeFolder } from './programs';
import { AppProcesses } from './app-processes';
import { cloneDatabase } from '../../support/database';
import { FlakyProxy } from '../outages/flaky-proxy';
import { report, seededFault } from '../reliability-config';
import { root } from '../../support/paths';

const RULES = 'deploy/prometheus/alerts.yml';
const TESTS = 'deploy/prometheus/alerts.test.yml';
const METRICS_TOKEN = 'the-token-of-the-scraper';
const account = { email: 'staff@watched.example', password: 'secret password' };

jest.setTimeout(5 * 60_000);

const opened: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

interface Watched {
  database: FlakyProxy;
  replicas: AppProcesses;
  prometheus: Prometheus;
}

/** Two processes of the app, and Prometheus, which scrapes both. */
async function start(): Promise<Watched> {
  const database = new FlakyProxy(new URL(await cloneDatabase()));
  opened.push(() => database.close());
  const replicas = await AppProcesses.start(2, {
    DATABASE_URL: await database.open(),
    METRICS_TOKEN,
    WEBHOOK_TARGETS: 'any',
    STOP_DELAY: '0',
    TRUST_PROXY: '0',
  });
  opened.push(() => replicas.stop());
  const prometheus = await Prometheus.start(
    replicas.ports.map((port) => `127.0.0.1:${port}`),
    METRICS_TOKEN,
  );
  opened.push(() => prometheus.stop());
  return { database, replicas, prometheus };
}

/** Somebody who receives webhooks. */
async function receiver(): Promise<string> {
  const server: Server = createServer((request, response) => void request.resume().once('end', () => response.end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Work at every process, for as long as it is not told to stop: what is read, written, refused and posted. */
async function work(api: Api, others: string[]): Promise<() => Promise<void>> {
  const webhook = await api.post('/api/webhooks', { url: await receiver() });
  expect(webhook.status).toBe(201);
  let goesOn = true;
  const turn = async (url: string): Promise<void> => {
    const one = new Api(url);
    one.cookie = api.cookie;
    await one.post('/api/updates', { title: 'a', content: 'a' });
    await one.get('/api/updates');
    await new Api(url).post('/api/login', { ...account, password: `${Math.random()} wrong` });
  };
  const working = (async () => {
    for (; goesOn; await new Promise((resolve) => setTimeout(resolve, 500)))
      await Promise.all([api.url, ...others].map(turn));
  })();
  const stop = async (): Promise<void> => {
    goesOn = false;
    await working;
  };
  opened.push(stop);
  return stop;
}

it('rules, their tests and what a process answers are right for promtool', async () => {
  expect(await promtool(['check', 'rules', RULES])).toMatch(/SUCCESS: \d+ rules found/);
  const alerts = [...readFileSync(RULES_FILE, 'utf8').matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  const tests = readFileSync(TESTS_FILE, 'utf8');
  // Each is seen to fire, and to be still.
  for (const name of alerts)
    expect([
      name,
      new RegExp(`alertname: ${name} \\}`).test(tests),
      new RegExp(`alertname: ${name}\\s+exp_alerts`).test(tests),
    ]).toEqual([name, true, true]);
  expect(await promtool(['test', 'rules', TESTS])).toContain('SUCCESS');
  const { replicas } = await start();
  const page = await fetch(`http://127.0.0.1:${replicas.ports[0]}/metrics`, {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
  });
  // Gauges whose names prom-client has given, against the custom.
  const ours = (await page.text()).replaceAll(/^.*\bnodejs_active_(handles|requests|resources)_total\b.*\n/gm, '');
  expect(await promtool(['check', 'metrics'], ours)).toBe('');
  report('prometheus', `${alerts.length} rules, each seen to fire and to be still`);
});

const RULES_FILE = join(root, RULES);
const TESTS_FILE = join(root, TESTS);

/** What the dashboard asks and nothing answers. */
async function unanswered({ prometheus }: Watched, expressions: string[]): Promise<string[]> {
  const empty = async (): Promise<string[]> => {
    const answers = await Promise.all(expressions.map((expression) => prometheus.query(expression)));
    return expressions.filter((_expression, index) => answers[index].every(({ value }) => value[1] === 'NaN'));
  };
  return prometheus.until(empty, (left) => left.length === 0);
}

it('a real Prometheus scrapes two processes, answers all that the dashboard asks, and sees what is wrong', async () => {
  const watched = await start();
  const { database, replicas, prometheus } = watched;
  const [api, other] = replicas.apps.map(({ url }) => new Api(url));
  // On a busy machine the database may be late at first.
  expect(
    (
      await prometheus.until(
        () => api.post('/api/register', account),
        ({ status }) => status === 201,
      )
    ).status,
  ).toBe(201);
  const stop = await work(api, [other.url]);
  expect(
    (
      await prometheus.until(
        () => prometheus.query('sum(up{job="ecom-crm"})'),
        ([sum]) => sum?.value[1] === '2',
      )
    )[0].value[1],
  ).toBe('2');
  const expressions = dashboardExpressions();
  expect(await unanswered(watched, expressions)).toEqual([]);
  await stop();
  const rules = await prometheus.until(
    () => prometheus.rules(),
    (all) => all.every(({ health }) => health === 'ok'),
  );
  expect(rules.map(({ name, health, lastError }) => [name, health, lastError])).toEqual(
    rules.map(({ name }) => [name, 'ok', undefined]),
  );
  expect(rules.filter(({ state }) => state !== 'inactive').map(({ name }) => name)).toEqual([]);

  database.close();
  expect(await pending(prometheus, 'CrmNotReady')).toBe(true);
  expect((await fetch(`${api.url}/api/updates`, { headers: { Cookie: api.cookie } })).status).toBe(503);
  await database.open();
  const selectors = [...new Set(rules.flatMap(({ query }) => selectorsIn(query)))];
  expect(selectors.length).toBeGreaterThan(8);
  expect(await unanswered(watched, selectors)).toEqual([]);
  replicas.apps[1].child.kill('SIGKILL');
  expect(await pending(prometheus, 'CrmDown')).toBe(true);
  report(
    'prometheus',
    `${expressions.length} expressions of the dashboard and ${selectors.length} series of the rules answered; a database away and a process killed are seen`,
  );
});

/** Whether a rule finds something; it fires later, when that has lasted. */
async function pending(prometheus: Prometheus, name: string): Promise<boolean> {
  const state = async (): Promise<string | undefined> =>
    (await prometheus.rules()).find((rule) => rule.name === name)?.state;
  return (await prometheus.until(state, (now) => now === 'pending')) === 'pending';
}

seededFault(
  'prometheus',
  'rules with another threshold, an expression that is none, and a metric that is not there',
  async () => {
    const folder = makeFolder();
    const broken = async (from: string, to: string): Promise<string> => {
      const rules = readFileSync(RULES_FILE, 'utf8');
      expect(rules).toContain(from);
      writeFileSync(join(folder, 'alerts.yml'), rules.replace(from, to));
      cpSync(TESTS_FILE, join(folder, 'alerts.test.yml'));
      return join(folder, 'alerts.yml');
    };
    await broken('> 0.01 *', '> 0.03 *');
    await expect(promtool(['test', 'rules', join(folder, 'alerts.test.yml')])).rejects.toThrow('CrmErrors');
    await expect(
      promtool(['check', 'rules', await broken('sum by (le) (rate(', 'sum by (le) ((rate(')]),
    ).rejects.toThrow('could not parse expression');
    const watched = await start();
    const missing = selectorsIn(readFileSync(await broken('crm_ready', 'crm_is_ready'), 'utf8')).filter((selector) =>
      selector.startsWith('crm_is'),
    );
    expect(await unanswered(watched, [...missing, 'crm_ready'])).toEqual(['crm_is_ready']);
    rmSync(folder, { recursive: true });
  },
  120_000,
);
