import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { restored, say, useBackupSource } from '../../../test/support/data/backup-source';
import { contents, query, schema } from '../../../test/support/database-contents';
import { countUnlogged } from '../../../test/reliability/crash/check';
import { count, newSeed, report } from '../../../test/reliability/reliability-config';
import { seeded } from '../demo/random';
import { withClient } from '../embedded-postgres/server';
import { backUp, verifyArchive } from './backup';
import { prepareSession } from './tables';

const command = join(__dirname, '..', '..', '..', 'dist', 'platform', 'backup', 'command.js');
const KILLS = count(2, 20);
const UNDER_LOAD = count(1, 10);
const seed = newSeed();
const random = seeded(seed);

jest.setTimeout(count(60_000, 20 * 60_000));

const { newFile, source, folder } = useBackupSource();

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

it('is one moment of a database that is being written to, and comes back equal row by row', async () => {
  const stop = writeOn(source());
  let rows = 0;
  for (let round = 0; round < UNDER_LOAD; round++) {
    await sleep(100);
    const file = newFile();
    const { manifest, expected } = await withClient(source(), async (client) => {
      await prepareSession(client);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const [{ snapshot }] = (await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot')).rows;
      return { manifest: await backUp({ url: source(), file, say, snapshot }), expected: await contents(client) };
    });
    const later = await withClient(source(), async (client) => prepareSession(client).then(() => contents(client)));
    expect(later).not.toEqual(expected);
    expect(manifest.leftOut).toEqual(expect.arrayContaining(['presence', 'sessions']));
    // Into nothing at all, and into what a first start of the app leaves.
    const url = await restored(file, round % 2 === 0 ? 'template0' : 'template_crm');
    expect(await withClient(url, async (client) => prepareSession(client).then(() => contents(client)))).toEqual(
      expected,
    );
    expect(await withClient(url, countUnlogged)).toBe(0);
    expect(await schema(url)).toEqual(await schema(source()));
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
  const stop = writeOn(source());
  await sleep(50);
  await backUp({ url: source(), file, say }).finally(() => spy.mockRestore());
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
      { env: { ...process.env, DATABASE_URL: source() }, stdio: 'ignore' },
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
    for (const draft of readdirSync(folder()).filter((name) => name.startsWith(`${basename(file)}.unfinished`)))
      rmSync(join(folder(), draft));
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
    const left = await query(source(), "SELECT pid FROM pg_stat_activity WHERE application_name = 'ecom-crm backup'");
    if (left.length === 0) return;
    if (Date.now() > deadline) throw new Error('A connection of a killed backup is still there');
  }
}
