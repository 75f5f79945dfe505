import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { pick, seeded } from '../../../src/platform/demo/random';
import { sessionCookie } from '../../support/api';
import { count, newSeed, report } from '../reliability-config';
import { CrashApp, type Victim } from './crash-app';

const KILLS = count(4, 1000);
const WRITERS = 4;
const VICTIMS: Victim[] = ['app', 'postgres', 'both'];
/** How long nothing may move once nothing is killed any more, ms: after hundreds of kills much is left to tell. */
const SETTLED_WITHIN_MS = 60_000;
/** Entries of the log that the notifications have not come to. */
const LEFT = `SELECT count(*)::integer AS left FROM changes
  WHERE id > (SELECT position FROM change_listeners WHERE name = 'notifications')`;
const seed = newSeed();
const random = seeded(seed);

jest.setTimeout(count(120_000, 120 * 60_000));

let dataDir: string;
let app: CrashApp;
/** The cookies of who asks and of who answers. */
let asker: string;
let answerer: string;
let questionId: number;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'notifications-'));
  app = await CrashApp.on(dataDir);
  app.launch();
  await app.answered('/api/user', '');
  [asker, answerer] = [await register('asker'), await register('answerer')];
  const answer = await send(asker, '/api/customer-questions', { title: 'Which one?', description: 'Text' });
  questionId = ((await answer.json()) as { id: number }).id;
  await sql("SELECT 1 FROM change_listeners WHERE name = 'notifications'", 1);
});

afterAll(async () => {
  await app.stop();
  expect(app.processes).toEqual([]);
  rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

function send(cookie: string, path: string, body: object): Promise<Response> {
  return fetch(app.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', cookie },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5000),
  });
}

async function register(name: string): Promise<string> {
  const body = { email: `${name}@shop.example`, password: 'secret password' };
  return sessionCookie(await send('', '/api/register', body)) as string;
}

/** Rows of a statement, once there are at least `least`. */
async function sql<Row>(text: string, least = 0): Promise<Row[]> {
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    for (const end = Date.now() + SETTLED_WITHIN_MS; ; await sleep(100)) {
      const { rows } = await client.query(text);
      if (rows.length >= least) return rows as Row[];
      if (Date.now() > end) throw new Error(`Only ${rows.length} of ${least} rows: ${text}`);
    }
  } finally {
    await client.end();
  }
}

async function toTell(): Promise<number> {
  const [{ left }] = await sql<{ left: number }>(LEFT);
  return left;
}

/** Answers the question until `gone`, as fast as the server takes it. */
async function answerUntil(gone: AbortSignal): Promise<number> {
  let answered = 0;
  while (!gone.aborted) {
    const body = { response: `Answer ${random()}` };
    const answer = await send(answerer, `/api/customer-questions/${questionId}/responses`, body).catch(() => undefined);
    if (answer?.status === 201) answered++;
    else await sleep(50);
  }
  return answered;
}

it('notifies of each response exactly once, whatever is killed', async () => {
  const stop = new AbortController();
  const writers = Array.from({ length: WRITERS }, () => answerUntil(stop.signal));
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(200 + random() * 800);
    const victim = KILLS < 5 ? VICTIMS[kill % VICTIMS.length] : pick(random, VICTIMS);
    await app.kill(victim);
    if (victim !== 'postgres') app.launch();
    await app.answered('/api/user', asker);
  }
  stop.abort();
  const answered = (await Promise.all(writers)).reduce((sum, one) => sum + one, 0);
  // What was committed without an answer counts too.
  const stopped = Date.now();
  for (let left = await toTell(); left > 0; left = await toTell())
    await sql(`SELECT FROM (${LEFT}) AS later WHERE later.left < ${left}`, 1);
  const rows = await sql<{ told: number; ofOwn: number }>(`
    SELECT count(notifications.id) FILTER (WHERE notifications.user_id <> changes.user_id)::integer AS told,
      count(notifications.id) FILTER (WHERE notifications.user_id = changes.user_id)::integer AS "ofOwn"
    FROM changes LEFT JOIN notifications ON notifications.change_id = changes.id
    WHERE changes.kind = 'question-response' GROUP BY changes.id`);
  report(
    'notifications',
    `${KILLS} kill -9, ${answered} responses acknowledged, all told ${Date.now() - stopped} ms after the last, ${rows.length} committed, ${rows.filter(({ told }) => told === 1).length} told once, seed ${seed}`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(answered);
  expect(answered).toBeGreaterThan(KILLS);
  expect(rows.filter(({ told, ofOwn }) => told !== 1 || ofOwn > 0)).toEqual([]);
});
