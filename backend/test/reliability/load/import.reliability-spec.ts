import { randomUUID } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { pick, seeded } from '../../../src/platform/demo/random';
import { sessionCookie } from '../../support/api';
import { startApp, type TestApp } from '../../support/app';
import { priceList } from '../../fixtures/hostile-product';
import { countUnlogged } from '../crash/check';
import { CrashApp, type Victim } from '../crash/crash-app';
import { count, inFull, newSeed, report, seededFault } from '../reliability-config';

const ROWS = count(2000, 100_000);
const KILLS = count(3, 50);
const ROWS_KILLED = count(300, 5000);
const VICTIMS: Victim[] = ['app', 'postgres', 'both'];
/** Without a recovery of the database alone, which takes long. */
const SHORT: Victim[] = ['app', 'both', 'app'];
/** What 100,000 rows may take on two cores that do nothing else, ms. */
const LIMITS: Record<string, number> = { preview: 20_000, applied: 60_000, again: 20_000, changed: 60_000 };

jest.setTimeout(count(90_000, 3_600_000));

/** A signed-in person at an app, wherever it runs. */
interface Staff {
  url: string;
  cookie: string;
}

/** Uploads texts as a file, as they are made. */
async function upload({ url, cookie }: Staff, texts: Iterable<string>): Promise<any> {
  const body = Readable.toWeb(Readable.from(texts).map((text: string) => Buffer.from(text))) as ReadableStream;
  return (
    await fetch(`${url}/api/product-imports`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv', Cookie: cookie },
      body,
      duplex: 'half',
    } as RequestInit)
  ).json();
}

function post({ url, cookie }: Staff, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie, ...headers },
    body: '{}',
  });
}

describe('a large file', () => {
  let test: TestApp;
  let staff: Staff;

  beforeAll(async () => {
    test = await startApp();
    staff = await test.signedIn();
  });
  afterAll(() => test.close());

  /** Runs something. Returns how long it took, and how long another request waited at most, ms. */
  async function timed<T>(work: () => Promise<T>): Promise<{ result: T; took: number; longest: number }> {
    let longest = 0;
    let done = false;
    const watch = async (): Promise<void> => {
      while (!done) {
        const started = Date.now();
        await (
          await fetch(`${staff.url}/api/products?limit=20&images=url`, { headers: { Cookie: staff.cookie } })
        ).text();
        longest = Math.max(longest, Date.now() - started);
        await sleep(20);
      }
    };
    const watching = watch();
    const started = Date.now();
    const result = await work();
    const took = Date.now() - started;
    done = true;
    await watching;
    return { result, took, longest };
  }

  const apply = async ({ id }: { id: number }): Promise<any> =>
    (await post(staff, `/api/product-imports/${id}/apply`)).json();

  it(`of ${ROWS} rows is compared, applied, changed and taken back while others work`, async () => {
    const preview = await timed(() => upload(staff, priceList(ROWS)));
    expect(preview.result.counts).toMatchObject({ new: ROWS, bad: 0 });
    const applied = await timed(() => apply(preview.result));
    expect(applied.result.state).toBe('applied');
    const again = await timed(() => upload(staff, priceList(ROWS, 2)));
    expect(again.result.counts).toMatchObject({ changed: ROWS });
    const changed = await timed(() => apply(again.result));
    expect(changed.result.state).toBe('applied');
    const undone = await timed(
      async () => (await post(staff, `/api/change-sets/${changed.result.changeSet}/revert`)).status,
    );
    expect(undone.result).toBe(200);
    const [sums] = await test.source.query(
      "SELECT count(*)::int AS products, count(*) FILTER (WHERE name LIKE 'Brake disc v1 %')::int AS back, (SELECT sum(records)::int FROM counters WHERE table_name = 'products') AS counted FROM products",
    );
    expect(sums).toEqual({ products: ROWS, back: ROWS, counted: ROWS });
    expect(
      (await test.source.query("SELECT word FROM search_words WHERE word IN ('ventilated', 'brake')")).length,
    ).toBe(2);
    const steps = { preview, applied, again, changed, undone };
    report(
      'import',
      `${ROWS} rows: ${Object.entries(steps)
        .map(([name, { took, longest }]) => `${name} ${took} ms (others waited at most ${longest} ms)`)
        .join(', ')}`,
    );
    if (inFull)
      for (const [name, limit] of Object.entries(LIMITS))
        expect({ name, isSlow: steps[name as keyof typeof steps].took > limit }).toEqual({ name, isSlow: false });
  });
});

describe('kill -9', () => {
  let dataDir: string;
  let app: CrashApp;
  let staff: Staff;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'import-'));
    app = await CrashApp.on(dataDir);
    app.launch();
    await app.answered('/api/user', '');
    const answer = await fetch(`${app.url}/api/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'import@shop.example', password: 'secret password' }),
    });
    staff = { url: app.url, cookie: sessionCookie(answer) ?? '' };
  });
  afterAll(async () => {
    await app.stop();
    expect(app.processes).toEqual([]);
    rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function query<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    return work(client).finally(() => client.end());
  }

  /** How many products are as a version of the list has them. */
  async function writtenOf(version: number): Promise<number> {
    return query(
      async (client) =>
        (
          await client.query<{ count: number }>('SELECT count(*)::int FROM products WHERE name LIKE $1', [
            `Brake disc v${version} %`,
          ])
        ).rows[0].count,
    );
  }

  const isHalf = (written: number): boolean => written > 0 && written < ROWS_KILLED;

  async function crash(victim: Victim): Promise<void> {
    await app.kill(victim);
    if (victim !== 'postgres') app.launch();
    await app.answered('/api/user', staff.cookie);
  }

  /** Applies until it is answered, and says how long that took, ms; where the preview was lost, the file is brought again. */
  async function insist(version: number, id: number, key: string): Promise<number> {
    for (let tries = 0; tries < 50; tries++) {
      const started = Date.now();
      const answer = await post(staff, `/api/product-imports/${id}/apply`, { 'Idempotency-Key': key }).catch(
        () => undefined,
      );
      if (answer?.status === 200) return Date.now() - started;
      if (answer?.status === 409) id = (await upload(staff, priceList(ROWS_KILLED, version))).id;
      else await sleep(100);
    }
    throw new Error(`version ${version} cannot be applied`);
  }

  it(`at ${KILLS} random moments leaves all of a file or nothing`, async () => {
    const seed = newSeed();
    const random = seeded(seed);
    const seen = { all: 0, nothing: 0, whileReading: 0 };
    let length = 500;
    for (let version = 1; version <= KILLS; version++) {
      const victim = inFull ? pick(random, VICTIMS) : SHORT[version - 1];
      if (random() < 0.2) {
        const reading = upload(staff, priceList(ROWS_KILLED, version)).catch(() => undefined);
        await sleep(random() * 300);
        await crash(victim);
        await reading;
        seen.whileReading++;
      }
      const { id } = await upload(staff, priceList(ROWS_KILLED, version));
      const key = randomUUID();
      const applying = post(staff, `/api/product-imports/${id}/apply`, { 'Idempotency-Key': key }).catch(
        () => undefined,
      );
      // Beyond the end at times.
      await sleep(random() * length * 1.3);
      await crash(victim);
      await applying;
      const written = await writtenOf(version);
      expect({ seed, version, isHalf: isHalf(written) }).toEqual({ seed, version, isHalf: false });
      seen[written === 0 ? 'nothing' : 'all']++;
      // What was done already is answered at once.
      length = Math.max(await insist(version, id, key), length * 0.8);
      expect(await writtenOf(version)).toBe(ROWS_KILLED);
    }
    const unlogged = await query(countUnlogged);
    const counted = await query(
      async (client) =>
        (
          await client.query(
            "SELECT sum(records)::int AS counted, (SELECT count(*)::int FROM products) AS products FROM counters WHERE table_name = 'products'",
          )
        ).rows[0],
    );
    expect({ seed, unlogged, counted }).toEqual({
      seed,
      unlogged: 0,
      counted: { counted: ROWS_KILLED, products: ROWS_KILLED },
    });
    report(
      'import kills',
      `${KILLS} kill -9 while ${ROWS_KILLED} rows were applied: ${seen.all} times all was there, ${seen.nothing} times nothing; ${seen.whileReading} more while a file was read (seed ${seed})`,
    );
  });

  seededFault('import', 'batches that commit on their own', async () => {
    await app.kill('app');
    app.launch('commits-import-per-batch');
    await app.answered('/api/user', staff.cookie);
    const { id } = await upload(staff, priceList(5000, 1000));
    const applying = post(staff, `/api/product-imports/${id}/apply`).catch(() => undefined);
    while ((await writtenOf(1000)) === 0) await sleep(5);
    await crash('app');
    await applying;
    expect([0, 5000]).not.toContain(await writtenOf(1000));
  });
});
