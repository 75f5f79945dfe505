import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { seeded } from '../../../src/platform/demo/random';
import { sessionCookie } from '../../support/api';
import { buildProduct } from '../../support/factories';
import { count, newSeed, report } from '../reliability-config';
import { CrashApp } from './crash-app';

const ITEMS = count(1_000, 10_000);
const KILLS = count(2, 30);
/** How long an answer to all items takes at most, so that kills fall on all of it, ms. */
const ANSWER_MS = count(1_500, 6_000);
const PROBE_INTERVAL_MS = 100;
const random = seeded(newSeed());

jest.setTimeout(count(120_000, 30 * 60_000));

let dataDir: string;
let app: CrashApp;
let cookie: string;
let update: number;

interface Sent<Body> {
  status: number;
  body: Body;
}

async function send<Body>(method: string, path: string, body?: object): Promise<Sent<Body>> {
  const headers = { cookie, 'Content-Type': 'application/json' };
  const answer = await fetch(app.url + path, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  cookie ||= sessionCookie(answer) ?? '';
  return { status: answer.status, body: (text ? JSON.parse(text) : undefined) as Body };
}

async function query<Row>(text: string): Promise<Row[]> {
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'answers-'));
  app = await CrashApp.on(dataDir);
  cookie = '';
  app.launch();
  await app.answered('/api/user', '');
  await send('POST', '/api/register', { email: 'answers@shop.example', password: 'secret password' });
  await send('POST', '/api/products', buildProduct({ sku: 'BRK-2210' }));
  // Every item that it answers is linked to the product that it names.
  const recall = { title: 'Recall', content: 'Please send BRK-2210 back.' };
  update = (await send<{ id: number }>('POST', '/api/updates', recall)).body.id;
  await query(`INSERT INTO problems (title, description, created_by_id)
    SELECT 'It squeals ' || n, 'Since the last repair, on every stop.', 1 FROM generate_series(1, ${ITEMS}) AS n`);
});

afterAll(async () => {
  await app.stop();
  rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

const answerAll = (): Promise<Sent<{ changeSet: string; answered: number }>> =>
  send('POST', `/api/updates/${update}/answers?waiting=true`, { status: 'resolved' });
const revert = (changeSet: string): Promise<Sent<object>> => send('POST', `/api/change-sets/${changeSet}/revert`, {});

interface State {
  resolved: number;
  answered: number;
  responses: number;
  links: number;
  unfinished: number;
  changeSet: string | null;
}

async function state(): Promise<State> {
  const [row] = await query<State>(`
    SELECT (SELECT count(*)::integer FROM problems WHERE status = 'resolved') AS resolved,
      (SELECT count(DISTINCT problem_id)::integer FROM problem_responses) AS answered,
      (SELECT count(*)::integer FROM problem_responses) AS responses,
      (SELECT count(*)::integer FROM product_links WHERE kind = 'problem') AS links,
      (SELECT count(*)::integer FROM update_answers WHERE finished_at IS NULL) AS unfinished,
      (SELECT change_set FROM update_answers ORDER BY id DESC LIMIT 1) AS "changeSet"`);
  return row;
}

/** The state as soon as it is as wanted; after a minute as it is. */
async function until(isWanted: (state: State) => boolean): Promise<State> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
    const now = await state();
    if (isWanted(now)) return now;
  }
  return state();
}

/** The longest time, ms, until a new record was in the feed, while something runs. */
async function feedDelay(running: Promise<unknown>): Promise<number> {
  let isRunning = true;
  void running.finally(() => (isRunning = false)).catch(() => undefined);
  let longest = 0;
  let { cursor } = (await send<{ cursor: string }>('GET', '/api/changes?after=now')).body;
  while (isRunning) {
    const title = `probe ${random()}`;
    const started = Date.now();
    await send('POST', '/api/updates', { title, content: 'Probe' });
    for (let seen = false; !seen;) {
      const page = await send<{ cursor: string; changes: { after: { title?: string } | null }[] }>(
        'GET',
        `/api/changes?after=${cursor}&kind=update&wait=5&limit=1000`,
      );
      cursor = page.body.cursor;
      seen = page.body.changes.some(({ after }) => after?.title === title);
    }
    longest = Math.max(longest, Date.now() - started);
    await sleep(PROBE_INTERVAL_MS);
  }
  return longest;
}

it('answers all items, and takes all of it back, while the feed goes on', async () => {
  const timed = async (work: () => Promise<Sent<unknown>>): Promise<[number, number, unknown]> => {
    const started = Date.now();
    const sent = work();
    const delay = await feedDelay(sent);
    expect((await sent).status).toBe(200);
    return [Date.now() - started, delay, (await sent).body];
  };
  const [answerMs, answerDelay, body] = await timed(answerAll);
  expect(body).toMatchObject({ answered: ITEMS });
  const { changeSet } = body as { changeSet: string };
  const [revertMs, revertDelay] = await timed(() => revert(changeSet));
  report(
    'answers',
    `${ITEMS} items answered in ${answerMs} ms (the feed waits at most ${answerDelay} ms), taken back in ${revertMs} ms (${revertDelay} ms)`,
  );
  expect(await until(({ links }) => links === 0)).toMatchObject({ resolved: 0, responses: 0, links: 0 });
});

it('answers all items or none, whenever the process is killed', async () => {
  let begun = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const before = (await state()).changeSet;
    const sent = answerAll().catch(() => undefined);
    await sleep(random() * ANSWER_MS);
    await app.kill('app');
    app.launch();
    await sent;
    await app.answered('/api/user', cookie);
    await until(({ unfinished }) => unfinished === 0);
    const isBegun = (await state()).changeSet !== before;
    begun += Number(isBegun);
    const all = isBegun ? ITEMS : 0;
    // While an answer is taken back step by step, a link may be added again; it goes with the response that names the code.
    const { changeSet, ...after } = await until(({ links }) => links === all);
    expect(after).toEqual({ resolved: all, answered: all, responses: all, links: all, unfinished: 0 });
    if (isBegun) expect((await revert(changeSet as string)).status).toBe(200);
  }
  report('answers', `${KILLS} kills, ${begun} after it had begun: all items or none each time`);
});
