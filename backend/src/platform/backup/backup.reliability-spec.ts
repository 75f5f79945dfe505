import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { contents, query, schema } from '../../../test/support/database-contents';
import { countUnlogged } from '../../../test/reliability/crash/check';
import { cloneDatabase } from '../../../test/support/database';
import { count, newSeed, report, seededFault } from '../../../test/reliability/reliability-config';
import { dataSourceOptions } from '../../database/data-source';
import { seeded } from '../demo/random';
import { migrate } from '../../database/migrate';
import { withClient } from '../embedded-postgres/server';
import { backUp, verifyArchive } from './backup';
import { restore } from './restore';
import { prepareSession } from './tables';

const command = join(__dirname, '..', '..', '..', 'dist', 'platform', 'backup', 'command.js');
const KILLS = count(2, 20);
const UNDER_LOAD = count(1, 10);
const FLIPS = count(150, 20_000);
const seed = newSeed();
const random = seeded(seed);
const say = (): void => undefined;

jest.setTimeout(count(60_000, 20 * 60_000));

let folder: string;
let source: string;
let number = 0;
const newFile = (): string => join(folder, `${++number}.gz`);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
  source = await cloneDatabase();
  await query(source, "INSERT INTO users (email, password) VALUES ('a@shop.example', 'x')");
  await query(
    source,
    String.raw`INSERT INTO problems (title, description, created_by_id) SELECT 'Problem ' || i, E'a\ttab, a \\ and\n\\.\nan end ' || chr(128663), 1 FROM generate_series(1, 500) AS i`,
  );
  // A row longer than any block.
  await query(
    source,
    "INSERT INTO images (sha256, type, bytes) SELECT repeat('0', 64), 'image/png', string_agg(sha256(i::text::bytea), '') FROM generate_series(1, 150000) AS i",
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writers of all kinds who go on until told to stop. */
function writeOn(url: string): () => Promise<void> {
  let stopping = false;
  const writers = Array.from({ length: 4 }, (_value, writer) =>
    withClient(url, async (client) => {
      for (let turn = 0; !stopping; turn++) {
        const { rows } = await client.query<{ id: number }>(
          "INSERT INTO customer_questions (title, description, created_by_id) VALUES ($1, 'Text', 1) RETURNING id",
          [`${writer} ${turn}`],
        );
        await client.query('INSERT INTO question_responses (response, question_id, created_by_id) VALUES ($1, $2, 1)', [
          `${turn}`,
          rows[0].id,
        ]);
        await client.query(
          "UPDATE problems SET status = CASE status WHEN 'open' THEN 'resolved' ELSE 'open' END WHERE id = $1",
          [4 * (turn % 100) + writer + 1],
        );
        if (turn % 5 === 0)
          await client.query('DELETE FROM customer_questions WHERE title = $1', [`${writer} ${turn - 3}`]);
      }
    }),
  );
  return async () => {
    stopping = true;
    await Promise.all(writers);
  };
}

async function restored(file: string, target = 'template0'): Promise<string> {
  const url = await cloneDatabase(target);
  await restore({ url, file, say });
  return url;
}

it('is one moment of a database that is being written to, and comes back equal row by row', async () => {
  const stop = writeOn(source);
  let rows = 0;
  for (let round = 0; round < UNDER_LOAD; round++) {
    await sleep(100);
    const file = newFile();
    const { manifest, expected } = await withClient(source, async (client) => {
      await prepareSession(client);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const [{ snapshot }] = (await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot')).rows;
      return { manifest: await backUp({ url: source, file, say, snapshot }), expected: await contents(client) };
    });
    const later = await withClient(source, async (client) => prepareSession(client).then(() => contents(client)));
    expect(later).not.toEqual(expected);
    expect(manifest.leftOut).toEqual(expect.arrayContaining(['presence', 'sessions']));
    // Into nothing at all, and into what a first start of the app leaves.
    const url = await restored(file, round % 2 === 0 ? 'template0' : 'template_crm');
    expect(await withClient(url, async (client) => prepareSession(client).then(() => contents(client)))).toEqual(
      expected,
    );
    expect(await withClient(url, countUnlogged)).toBe(0);
    expect(await schema(url)).toEqual(await schema(source));
    rows += manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    if (round === 0) await goesOn(url);
  }
  await stop();
  report('backup', `${UNDER_LOAD} taken under write load came back equal, ${rows} rows`);
});

/** Numbers go on where they were, and triggers work. */
async function goesOn(url: string): Promise<void> {
  const [{ id }] = await query<{ id: number }>(
    url,
    "INSERT INTO updates (title, content, created_by_id) VALUES ('New', 'Text', 1) RETURNING id",
  );
  const [entry] = await query<{ newest: boolean }>(
    url,
    "SELECT id = (SELECT max(id) FROM changes) AS newest FROM changes WHERE kind = 'update' AND record_id = $1",
    [id],
  );
  expect(entry).toEqual({ newest: true });
  await expect(query(url, 'DELETE FROM changes')).rejects.toThrow(/only ever added to/);
}

it('would show a backup that was torn between two moments', async () => {
  const original = Client.prototype.query as unknown as (...all: unknown[]) => unknown;
  const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    text: unknown,
    ...rest: unknown[]
  ) {
    return original.call(
      this,
      text === 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' ? 'BEGIN READ ONLY' : text,
      ...rest,
    );
  } as never);
  const file = newFile();
  const stop = writeOn(source);
  await sleep(50);
  await backUp({ url: source, file, say }).finally(() => spy.mockRestore());
  await stop();
  const outcome = await restored(file).then(
    (url) => withClient(url, countUnlogged),
    (error: Error) => error.message,
  );
  expect(outcome).toEqual(expect.anything());
  expect(outcome).not.toBe(0);
});

it('leaves nothing that passes for whole, and no connection, when it is killed at any moment', async () => {
  const start = (file: string) =>
    spawn(
      process.execPath,
      ['-e', `require(${JSON.stringify(command)}).runCommand('backup', [${JSON.stringify(file)}])`],
      { env: { ...process.env, DATABASE_URL: source }, stdio: 'ignore' },
    );
  const whole = newFile();
  const started = Date.now();
  expect((await once(start(whole), 'exit'))[0]).toBe(0);
  const duration = Date.now() - started;
  let unfinished = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const file = newFile();
    const child = start(file);
    const exit = once(child, 'exit');
    // Most of the time goes into the start of Node.
    await sleep(duration * (0.3 + 0.7 * random()));
    child.kill('SIGKILL');
    await exit;
    if (existsSync(file)) await verifyArchive(file);
    else unfinished++;
    for (const draft of readdirSync(folder).filter((name) => name.startsWith(`${number}.gz.unfinished`)))
      rmSync(join(folder, draft));
  }
  await gone();
  report(
    'backup',
    `${KILLS} killed with SIGKILL, ${unfinished} of them before their end: no file under its name that was not whole`,
  );
});

/** PostgreSQL notices within seconds. */
async function gone(): Promise<void> {
  for (const deadline = Date.now() + 10_000; ; await sleep(100)) {
    const left = await query(source, "SELECT pid FROM pg_stat_activity WHERE application_name = 'ecom-crm backup'");
    if (left.length === 0) return;
    if (Date.now() > deadline) throw new Error('A connection of a killed backup is still there');
  }
}

describe('a file that has changed', () => {
  let bytes: Buffer;

  beforeAll(async () => {
    const file = newFile();
    await backUp({ url: await cloneDatabase(), file, say });
    bytes = readFileSync(file);
  });

  async function isWhole(changed: Buffer): Promise<boolean> {
    const file = newFile();
    writeFileSync(file, changed);
    const whole = await verifyArchive(file).then(
      () => true,
      () => false,
    );
    rmSync(file);
    return whole;
  }

  function flipped(at: number): Buffer {
    const changed = Buffer.from(bytes);
    changed[at] ^= 1 << Math.floor(random() * 8);
    return changed;
  }

  seededFault('G11', 'a bit of a backup is flipped, or a part of it missing', async () => {
    expect(await isWhole(bytes)).toBe(true);
    const ends = [
      ...Array.from({ length: 12 }, (_value, at) => at),
      ...Array.from({ length: 20 }, (_value, at) => bytes.length - 1 - at),
    ];
    const somewhere = Array.from({ length: FLIPS }, () => Math.floor(random() * bytes.length));
    let unseenByGzip = 0;
    for (const at of [...ends, ...somewhere]) {
      const changed = flipped(at);
      expect([at, await isWhole(changed)]).toEqual([at, false]);
      if (passesGunzip(changed)) unseenByGzip++;
    }
    for (const changed of [
      bytes.subarray(0, -1),
      bytes.subarray(0, bytes.length >> 1),
      Buffer.alloc(0),
      Buffer.concat([bytes, Buffer.from('x')]),
      Buffer.concat([bytes, bytes]),
    ])
      expect(await isWhole(changed)).toBe(false);
    // What the seal is for: gzip's own sums let some through.
    expect(unseenByGzip).toBeGreaterThan(0);
    report(
      'backup',
      `${FLIPS + ends.length} files with one bit flipped: all refused (gzip's own checks pass ${unseenByGzip} of them), seed ${seed}`,
    );
  });

  function passesGunzip(changed: Buffer): boolean {
    try {
      return gunzipSync(changed).length > 0;
    } catch {
      return false;
    }
  }

  it('touches no database', async () => {
    const file = newFile();
    writeFileSync(file, flipped(bytes.length >> 1));
    const url = await cloneDatabase('template0');
    await expect(restore({ url, file, say })).rejects.toThrow(/is not a whole backup/);
    expect(await schema(url)).toEqual([]);
  });
});

describe('a restore', () => {
  it('goes only into a database without records, which no app is using', async () => {
    const file = newFile();
    await backUp({ url: source, file, say });
    await expect(restore({ url: source, file, say })).rejects.toThrow(
      /holds records already \(in "users"\).*Nothing was changed/,
    );
    const url = await cloneDatabase();
    const app = await new DataSource(dataSourceOptions(url)).initialize();
    await expect(restore({ url, file, say })).rejects.toThrow(/The app is running on this database/);
    await app.destroy();
    await query(url, 'CREATE TABLE strange (id integer)');
    await expect(restore({ url, file, say })).rejects.toThrow(/tables that the backup knows nothing of \(strange\)/);
  });

  it('is all or nothing', async () => {
    const url = await cloneDatabase();
    await query(
      url,
      'ALTER TABLE problems DROP CONSTRAINT problems_status_check; ALTER TABLE problem_responses DROP CONSTRAINT problem_responses_problem_id_fkey',
    );
    await query(url, "INSERT INTO users (email, password) VALUES ('a@shop.example', 'x')");
    await query(url, "INSERT INTO problem_responses (response, problem_id, created_by_id) VALUES ('Orphan', 99, 1)");
    const file = newFile();
    await backUp({ url, file, say });
    const target = await cloneDatabase('template0');
    await expect(restore({ url: target, file, say })).rejects.toThrow(/violates foreign key constraint/);
    expect(await schema(target)).toEqual([]);
  });

  it('takes a backup of an older version of the app, and not one of a newer', async () => {
    const url = await cloneDatabase();
    const app = await new DataSource(dataSourceOptions(url)).initialize();
    const newest = await schema(url);
    await app.undoLastMigration();
    await app.query("INSERT INTO users (email, password) VALUES ('old@shop.example', 'x')");
    await app.destroy();
    const file = newFile();
    const { migrations } = await backUp({ url, file, say });
    const target = await restored(file, 'template_crm');
    expect(
      (await query<{ name: string }>(target, 'SELECT name FROM migrations ORDER BY id')).map(({ name }) => name),
    ).toEqual(migrations);
    const updated = await new DataSource(dataSourceOptions(target)).initialize();
    await migrate(updated);
    await updated.destroy();
    expect(await schema(target)).toEqual(newest);
    expect(await query(target, 'SELECT email FROM users')).toEqual([{ email: 'old@shop.example' }]);

    await query(target, "INSERT INTO migrations (timestamp, name) VALUES (1999999999999, 'Later1999999999999')");
    const later = newFile();
    await backUp({ url: target, file: later, say });
    await expect(restored(later)).rejects.toThrow(/newer version of the app \(Later1999999999999\)/);
  });

  it('writes files for their owner alone, and never over another', async () => {
    const file = newFile();
    await backUp({ url: source, file, say });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(backUp({ url: source, file, say })).rejects.toThrow(/is there already/);
    await expect(backUp({ url: await cloneDatabase('template0'), file: newFile(), say })).rejects.toThrow(
      /nothing to back up/,
    );
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
  });
});
