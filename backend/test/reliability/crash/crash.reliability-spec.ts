import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pick, seeded } from '../../../src/platform/demo/random';
import { sessionCookie } from '../../support/api';
import { count, newSeed, report, seededFault } from '../reliability-config';
import { check } from './check';
import { CrashApp, type Victim } from './crash-app';
import { Load } from './load';

const KILLS = Number(process.env.CRASH_KILLS ?? count(3, 200));
const WRITES_PER_KILL = count(60, 1000);
const WRITERS = 16;
/** How long, at worst, 95 of 100 crashes keep people waiting, ms; a test machine may be busy. */
const ANSWERS_WITHIN = count(60_000, 5_000);
const VICTIMS: Victim[] = ['app', 'postgres', 'both'];
const seed = newSeed();
const random = seeded(seed);

jest.setTimeout(count(90_000, 60 * 60_000));

let dataDir: string;
let app: CrashApp;
let load: Load;
let cookie: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'crash-'));
  app = await CrashApp.on(dataDir);
  app.launch();
  await app.answered('/api/user', '');
  const body = JSON.stringify({ email: 'crash@shop.example', password: 'secret password' });
  const answer = await fetch(`${app.url}/api/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  cookie = sessionCookie(answer) ?? '';
  load = new Load(app.url, cookie, random);
});

afterAll(async () => {
  await app.stop();
  expect(app.processes).toEqual([]);
  rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

/** Kills, starts again where need be, and answers how long it was until the app answered, ms. */
async function crash(victim: Victim): Promise<number> {
  await app.kill(victim);
  if (victim !== 'postgres') app.launch();
  if (random() < 0.1) {
    // The worst moment: while it recovers from the last time.
    await sleep(random() * 1_500);
    await app.kill(victim);
    if (victim !== 'postgres') app.launch();
  }
  return app.answered('/api/user', cookie);
}

it('loses nothing that was acknowledged and does nothing twice, whatever is killed', async () => {
  const waits: number[] = [];
  await load.start(WRITERS);
  for (let kill = 0; kill < KILLS; kill++) {
    await load.more(WRITES_PER_KILL);
    await sleep(random() * 200);
    waits.push(await crash(KILLS < 4 ? VICTIMS[kill] : pick(random, VICTIMS)));
  }
  await load.more(WRITES_PER_KILL);
  await load.stop();
  const findings = await check(app.databaseUrl, load.known);
  waits.sort((a, b) => a - b);
  const most = waits[Math.ceil(waits.length * 0.95) - 1];
  report(
    'crash',
    `${KILLS} kill -9, ${load.acknowledged} writes acknowledged (${load.repeats} sent again, ${load.doubleSubmits} sent twice at once), ${JSON.stringify({ ...findings, damaged: findings.damaged.length })}, answers again after ${waits[waits.length >> 1]} ms (95 %: ${most} ms), seed ${seed}`,
  );
  expect(load.unexpected).toEqual([]);
  expect(findings).toEqual({ lost: 0, doubled: 0, orphans: 0, unlogged: 0, damaged: [] });
  expect(most).toBeLessThan(ANSWERS_WITHIN);
});

describe('seeded faults', () => {
  let doubled = 0;

  seededFault('G5', 'answers before it commits', async () => {
    await app.kill('app');
    await loadUnder('answers-before-commit');
    await app.kill('both');
    app.launch('ignores-idempotency-keys');
    const findings = await settled();
    expect(findings.lost).toBeGreaterThan(0);
    doubled = findings.doubled;
  });

  seededFault('G5', 'does a repeated request again', async () => {
    await loadUnder();
    await app.kill('app');
    app.launch();
    expect((await settled()).doubled).toBeGreaterThan(doubled);
  });

  async function loadUnder(mutant?: string): Promise<void> {
    if (mutant) app.launch(mutant);
    await app.answered('/api/user', cookie);
    await load.start(WRITERS);
    await load.more(40);
  }

  async function settled(): ReturnType<typeof check> {
    await load.stop();
    await app.answered('/api/user', cookie);
    return check(app.databaseUrl, load.known);
  }
});
