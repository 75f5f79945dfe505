import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { runUsers } from '../../../src/features/auth/accounts/users-command';
import { seeded } from '../../../src/platform/demo/random';
import { withClient } from '../../../src/platform/embedded-postgres/server';
import { sessionCookie } from '../../support/api';
import { count, newSeed, report, seededFault } from '../reliability-config';
import { check } from './check';
import { CrashApp } from './crash-app';
import { Load } from './load';

const CYCLES = count(2, 10);
const WRITERS = 16;
const MB = 1024 * 1024;
/** How long the disk stays full, and how long after that it may take until somebody has saved something; ms. */
const FULL_FOR = 5_000;
const BACK_WITHIN = 10_000;
const DISK_FULL = /^503 Retry-After The server's disk is full/;
const account = { email: 'full@shop.example', password: 'secret password' };
const seed = newSeed();

jest.setTimeout(10 * 60_000);

let disk = '';
let app: CrashApp | undefined;
let load: Load;
let cookie: string;

function run(program: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(
      `This gate fills a disk of its own, for which it must run as root on Linux; ${program}: ${error?.message ?? stderr}`,
    );
}

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'disk-full-'));
  try {
    run('mount', '-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', folder);
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  disk = folder;
  app = await CrashApp.on(join(disk, 'data'));
});

afterEach(async () => {
  load?.stop().catch(() => undefined);
  await app?.stop();
  if (!disk) return;
  run('umount', disk);
  rmdirSync(disk);
  disk = '';
});

async function launch(mutant?: string): Promise<CrashApp> {
  app!.launch(mutant);
  await app!.answered('/api/user', '');
  const body = JSON.stringify(account);
  const answer = await fetch(`${app!.url}/api/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  cookie = sessionCookie(answer) ?? '';
  load = new Load(app!.url, cookie, seeded(seed));
  await load.start(WRITERS);
  return app!;
}

/** Takes all the room there is. */
function fill(): void {
  const file = openSync(join(disk, 'something-else'), 'a');
  const block = Buffer.alloc(MB);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

/** Writes to PostgreSQL's log, past the files of it that are kept for use again, until it ends for want of room. */
async function endPostgres(): Promise<void> {
  const write = "SELECT pg_logical_emit_message(true, 'gate', repeat('x', 1000000)) FROM generate_series(1, 300)";
  await expect(withClient(app!.databaseUrl, (client) => client.query(write))).rejects.toThrow();
}

/** What reads are answered in that time, by status; no answer counts as 0. */
async function readFor(ms: number): Promise<Record<number, number>> {
  const seen: Record<number, number> = {};
  for (const end = Date.now() + ms; Date.now() < end; await sleep(50)) {
    const answer = await fetch(`${app!.url}/api/problems?limit=5`, {
      headers: { cookie },
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
    await answer?.arrayBuffer();
    seen[answer?.status ?? 0] = (seen[answer?.status ?? 0] ?? 0) + 1;
  }
  return seen;
}

/** Fills the disk, keeps it full, and answers how long after the end of that something was saved, ms. */
async function cycle(postgresEnds: boolean): Promise<{ reads: Record<number, number>; back: number }> {
  await load.more(200);
  fill();
  if (postgresEnds) await endPostgres();
  const reads = await readFor(FULL_FOR);
  rmSync(join(disk, 'something-else'));
  const start = Date.now();
  const isBack = await Promise.race([load.more(1).then(() => true), sleep(BACK_WITHIN, false, { ref: false })]);
  if (!isBack) throw new Error(`nothing could be saved ${BACK_WITHIN / 1000} s after there was room again`);
  return { reads, back: Date.now() - start };
}

const refusals = (told: RegExp): number =>
  [...load.refusals].reduce((sum, [text, times]) => sum + (told.test(text) ? times : 0), 0);

it('loses nothing and recovers by itself, however often the disk is full', async () => {
  const { databaseUrl } = await launch();
  const reads: Record<string, Record<number, number>> = {};
  const waits: number[] = [];
  for (let number = 0; number < CYCLES; number++) {
    const postgresEnds = number % 2 === 1;
    const seen = await cycle(postgresEnds);
    waits.push(seen.back);
    const sum = (reads[postgresEnds ? 'PostgreSQL ended' : 'PostgreSQL runs'] ??= {});
    for (const [status, times] of Object.entries(seen.reads)) sum[Number(status)] = (sum[Number(status)] ?? 0) + times;
  }
  await load.stop();
  const findings = await check(databaseUrl, load.known);
  report(
    'G12',
    `${CYCLES} times full for ${FULL_FOR / 1000} s, ${load.acknowledged} writes acknowledged, ${refusals(DISK_FULL)} refused because of the disk, ${refusals(/^/)} in all; reads by status ${JSON.stringify(reads)}; ${JSON.stringify({ ...findings, damaged: findings.damaged.length })}; saved again after ${waits.join(', ')} ms; seed ${seed}`,
  );
  expect(findings).toEqual({ lost: 0, doubled: 0, orphans: 0, unlogged: 0, damaged: [] });
  expect(load.unexpected).toEqual([]);
  expect([...load.refusals.keys()].filter((text) => !/^503 Retry-After [A-Z]/.test(text))).toEqual([]);
  expect(refusals(DISK_FULL)).toBeGreaterThan(CYCLES);
  expect(Object.keys(reads['PostgreSQL runs'])).toEqual(['200']);
  expect(Object.keys(reads['PostgreSQL ended']).filter((status) => !['200', '503'].includes(status))).toEqual([]);
});

it('says the same when PostgreSQL is the first to notice', async () => {
  await launch('ignores-full-disk');
  await cycle(false);
  await load.stop();
  expect(refusals(DISK_FULL)).toBeGreaterThan(0);
  expect((await check(app!.databaseUrl, load.known)).lost).toBe(0);
});

it('lets people sign in and end access while it is full, and operators close an account', async () => {
  const { url, databaseUrl } = await launch();
  await load.stop();
  const send = async (method: string, path: string, body?: object): Promise<number> => {
    const headers = { cookie, ...(body && { 'Content-Type': 'application/json' }) };
    const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    cookie = sessionCookie(answer) ?? cookie;
    return answer.status;
  };
  const problem = { title: 'No room', description: 'Text' };
  const signIn = (): Promise<number> => send('POST', '/api/login', account);
  expect(await send('POST', '/api/tokens', { name: 'CI', days: 1 })).toBe(201);
  expect(await send('POST', '/api/webhooks', { url: 'https://shop.example/' })).toBe(201);
  fill();
  const file = join(disk, 'something-else');
  truncateSync(file, statSync(file).size - 40 * MB);
  await sleep(1_000);
  expect([
    await send('POST', '/api/problems', problem),
    await signIn(),
    await send('DELETE', '/api/tokens/1'),
    await send('DELETE', '/api/webhooks/1'),
    await send('POST', '/api/password', { currentPassword: account.password, newPassword: account.password }),
    await send('POST', '/api/logout-everywhere'),
    await signIn(),
  ]).toEqual([503, 200, 204, 204, 200, 200, 200]);
  process.env.DATABASE_URL = databaseUrl;
  const said = jest.spyOn(console, 'log').mockReturnValue();
  await runUsers(['close', account.email], Readable.from([]));
  expect(said).toHaveBeenCalledWith(expect.stringContaining('is closed. Ended: 1 session, '));
  expect(await send('GET', '/api/user')).toBe(401);
  rmSync(file);
});

// With none, not even the file that says who owns the server can be written; with a little, PostgreSQL does not come up.
it.each([0, 4])('starts on a disk with %i MB as soon as there is room', async (megabytes) => {
  await launch();
  await load.stop();
  fill();
  await endPostgres();
  await app!.kill('both');
  const file = join(disk, 'something-else');
  truncateSync(file, statSync(file).size - megabytes * MB);
  app!.launch();
  await sleep(FULL_FOR);
  rmSync(file);
  expect(await app!.answered('/api/user', cookie)).toBeLessThan(BACK_WITHIN);
  expect((await check(app!.databaseUrl, load.known)).lost).toBe(0);
});

seededFault('G12', 'a supervisor that gives up', async () => {
  await launch('stops-restarting-postgres');
  await expect(cycle(true)).rejects.toThrow('nothing could be saved 10 s after');
  await app!.kill('both');
  app!.launch();
  await load.stop();
});
