import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { count, inFull, repeat, report, seededFault } from '../../../test/reliability/reliability-config';
import { PROCESS_COUNT } from '../../../test/support/processes/app-cluster';
import { startReplicaPair, type ReplicaPair } from '../../../test/reliability/outages/replica-pair';
import { ReadReplicas } from './read-replicas';

/** The standby is so many seconds behind. */
const BEHIND = inFull ? 5 : 3;
const PAIRS = count(150, 10_000);
const WRITERS = count(5, 20);
/** In full, those who have written pause now and then for longer than they are kept at the primary, s. */
const PAUSE = 16;

const stale = { headers: { 'Cache-Control': 'max-stale=10' } };

jest.setTimeout(count(90_000, 30 * 60_000));

let pair: ReplicaPair;
let app: TestApp;
let reader: Api;

beforeAll(async () => {
  pair = await startReplicaPair(BEHIND);
  app = await startApp({ DATABASE_URL: pair.primary, DATABASE_REPLICA_URLS: [pair.standby] });
  reader = await app.signedIn();
  await until(() => allSeeOnlyThePast());
});
afterAll(async () => {
  await app.close();
  await pair.stop();
});

/** Waits until it is so. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 30_000; !(await isSo()); await sleep(200))
    if (Date.now() > deadline) throw new Error('It has not come to pass');
}

/** A record that no user has written, so that nobody is kept at the primary for it. */
async function insert(title: string): Promise<void> {
  await app.source.query(
    "INSERT INTO updates (title, content, created_by_id) VALUES ($1, 'Text', (SELECT min(id) FROM users))",
    [title],
  );
}

async function newest(api: Api, options?: typeof stale): Promise<string | undefined> {
  const { status, body } = await api.get<{ title: string }[]>('/api/updates?limit=1', options);
  expect(status).toBe(200);
  return body[0]?.title;
}

let inserted = 0;
/** Whether a record that was just made is not there yet for who allows that. */
async function seesOnlyThePast(): Promise<boolean> {
  const title = `Probe ${++inserted}`;
  await insert(title);
  return (await newest(reader, stale)) !== title;
}

/** The same of every process: each finds out for itself how far behind the standby is. */
async function allSeeOnlyThePast(): Promise<boolean> {
  for (let turn = 0; turn < 2 * PROCESS_COUNT + 1; turn++) if (!(await seesOnlyThePast())) return false;
  return true;
}

it('reads what may be behind from the standby, and everything else from the primary', async () => {
  await insert('Winter tyres');
  expect(await newest(reader)).toBe('Winter tyres');
  expect(await newest(reader, stale)).not.toBe('Winter tyres');
  const found = async (options?: typeof stale): Promise<number> =>
    (await reader.get('/api/search?q=winter', options)).body.groups.length;
  expect([await found(), await found(stale)]).toEqual([1, 0]);
  expect(await newest(reader, { headers: { 'Cache-Control': 'max-stale=1' } })).toBe('Winter tyres');
  await until(async () => (await newest(reader, stale)) === 'Winter tyres' && (await found(stale)) === 1);
  expect((await reader.get<Buffer>('/api/products/export', stale)).status).toBe(200);
});

/** Writes as a client does, who sends again what was answered 503: a busy machine may give the database up for a moment. */
async function write(api: Api, title: string): Promise<void> {
  const options = { headers: { 'Idempotency-Key': randomUUID() } };
  for (let turn = 0; ; turn++) {
    const { status } = await api.post('/api/updates', { title, content: 'Text' }, options);
    if (status === 201) return;
    if (status !== 503 || turn === 10) throw new Error(`"${title}" was answered ${status}`);
    await sleep(1000);
  }
}

let runs = 0;

/** What of all that they have just written people did not see. */
async function missed(): Promise<number> {
  const run = ++runs;
  const writers = await Promise.all(Array.from({ length: WRITERS }, () => app.signedIn()));
  let unseen = 0;
  await Promise.all(
    writers.map(async (api, writer) => {
      const lookFor = async (title: string): Promise<void> => {
        const { body } = await api.get<{ title: string }[]>(
          `/api/updates/search?q=${encodeURIComponent(title)}`,
          stale,
        );
        if (!body.some((update) => update.title === title)) unseen++;
      };
      for (let turn = 0; turn < PAIRS / WRITERS; turn++) {
        const title = `Run ${run}, from ${writer} the ${turn}.`;
        await write(api, title);
        await lookFor(title);
        if (inFull && turn % 100 === 99) {
          for (let second = 0; second < PAUSE; second++) await sleep(1000).then(() => lookFor(title));
        }
      }
    }),
  );
  return unseen;
}

it('shows everybody what they have just written', async () => {
  const chosen = jest.spyOn(ReadReplicas.prototype, 'replicaFor');
  expect(await missed()).toBe(0);
  const sources = await Promise.all(
    chosen.mock.results.map(({ value }) => value as ReturnType<ReadReplicas['replicaFor']>),
  );
  report(
    'standbys',
    `${PAIRS} times written and then read, with a standby ${BEHIND} s behind: all seen, ${sources.filter(Boolean).length} of ${sources.length} reads from the standby`,
  );
  chosen.mockRestore();
});

seededFault('standbys', 'nobody remembers who has written', async () => {
  const spy = jest.spyOn(ReadReplicas.prototype, 'noteWriter').mockResolvedValue();
  const unseen = await missed().finally(() => spy.mockRestore());
  expect(unseen).toBeGreaterThan(0);
});

it('goes on without the standby, and takes it up again', async () => {
  await pair.stopStandby();
  await insert('Alone');
  await repeat(20, 4, async () => expect(typeof (await newest(reader, stale))).toBe('string'));
  await until(async () => (await newest(reader, stale)) === 'Alone');
  await pair.startStandby();
  await until(() => allSeeOnlyThePast());
});
