import type { IncomingMessage } from 'node:http';
import { LoginThrottle } from '../../../src/features/auth/login-throttle';
import { AuthService } from '../../../src/features/auth/auth.service';
import { hashPassword } from '../../../src/features/auth/passwords/passwords';
import { HashingQueue } from '../../../src/features/auth/passwords/hashing-queue';
import { startApp, type TestApp } from '../../support/app';
import { holdAttempts } from '../../support/sign-in-limits';
import { count, inFull, report, seededFault } from '../reliability-config';
import { guess, kolmogorovSmirnov, median, signTest, type Times } from './guessing';
import { ServerProcess } from '../../support/processes/server-process';

const PROCESS_COUNT = count(2, 4);
const GUESSES = count(60, 1000);
const SAMPLES = count(40, 2000);

let test: TestApp;
let servers: ServerProcess[];
let urls: string[];

beforeAll(async () => {
  test = await startApp();
  test.quiet();
  const url = test.databaseUrl;
  servers = await Promise.all(Array.from({ length: PROCESS_COUNT }, () => ServerProcess.start(url)));
  urls = servers.map((server) => server.api().url);
  await test.api().post('/api/register', owner);
}, 60_000);
beforeEach(forget);
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await test.close();
});

const owner = { email: 'owner@guessing.example', password: 'secret password' };

function forget(): Promise<unknown> {
  return test.source.query('DELETE FROM attempts');
}

/** How many guesses were checked, and how many the limit lets through in the time that they took. */
interface Guesses {
  checked: number;
  allowed: number;
}

/** Guesses of whom `tries` are free at once, then one after 1 s, one after 2 s more, and so on up to `capS`. */
async function countGuesses(at: string[], emails: string[], tries: number, capS: number): Promise<Guesses> {
  const started = Date.now();
  const seen = await guess(at, emails);
  const seconds = (Date.now() - started) / 1000;
  expect(Object.keys(seen)).toEqual(expect.not.arrayContaining(['200', '500']));
  return { checked: seen[401], allowed: tries + Math.floor(Math.log2(1 + seconds) + seconds / capS) };
}

/** Guesses at one password, whatever else is allowed. */
function guessesAtOne(at: string[]): Promise<Guesses> {
  return countGuesses(at, Array<string>(GUESSES).fill(owner.email), 5, 900);
}

/** Guesses at the passwords of many accounts; the address has a limited number of guesses left. */
async function guessesFromOneAddress(at: string[], left: number): Promise<Guesses> {
  await test.source.query(
    "INSERT INTO attempts VALUES (sha256('address 127.0.0.1'), now() + make_interval(secs => $1))",
    [(100 - left) * 9],
  );
  const emails = Array.from({ length: left * 6 }, (_, index) => `nobody${index}@guessing.example`);
  return countGuesses(at, emails, left + 1, 9);
}

it(`gate guessing: ${PROCESS_COUNT} processes let five guesses at a password through at once, however they are made, and so many from an address`, async () => {
  const atOne = await guessesAtOne(urls);
  expect(atOne.checked).toBeGreaterThan(0);
  expect(atOne.checked).toBeLessThanOrEqual(atOne.allowed);
  await holdAttempts(test.source);
  expect((await servers[0].api().post('/api/login', owner)).status).toBe(429);
  await forget();
  const left = count(10, 100);
  const fromOne = await guessesFromOneAddress(urls, left);
  expect(fromOne.checked).toBeLessThanOrEqual(fromOne.allowed);
  report(
    'guessing',
    `${GUESSES} guesses at once over ${PROCESS_COUNT} processes, ${atOne.checked} looked at; ${left * 6} at other e-mails from an address that had ${left} left, ${fromOne.checked} looked at`,
  );
}, 120_000);

/** Signs in at e-mails that are registered and at as many that are not, each once. */
async function timeSignIns(samples: number): Promise<Times> {
  const prefix = `p${Math.random()}`;
  await test.source.query(
    'INSERT INTO users (email, password) SELECT $1 || n || $2, $3 FROM generate_series(1, $4) AS n',
    [prefix, '@known.example', await hashPassword('secret password'), samples],
  );
  const times: Times = { known: [], unknown: [] };
  for (let sample = 1; sample <= samples; sample++) {
    if (sample % 20 === 1) await forget();
    const kinds = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of kinds) {
      const started = performance.now();
      const answer = await test
        .api()
        .post('/api/login', { email: `${prefix}${sample}@${kind}.example`, password: 'not the password' });
      times[kind].push(performance.now() - started);
      expect(answer.body).toEqual({
        statusCode: 401,
        error: 'Unauthorized',
        message: 'Invalid email or password',
        requestId: expect.any(String),
      });
    }
  }
  return times;
}

it('gate guessing: the time tells nothing about who is registered', async () => {
  const times = await timeSignIns(SAMPLES);
  const difference = Math.abs(median(times.known) - median(times.unknown));
  const p = kolmogorovSmirnov(times);
  expect(signTest(times)).toBeLessThan(4);
  if (inFull) {
    expect(difference).toBeLessThanOrEqual(1);
    expect(p).toBeGreaterThan(0.01);
  }
  report(
    'guessing',
    `${SAMPLES} sign-ins each: median ${median(times.known).toFixed(2)} ms known, ${median(times.unknown).toFixed(2)} ms unknown; Kolmogorov-Smirnov p = ${p.toFixed(3)}`,
  );
}, 900_000);

/** Many sign-ins at once: the answers, and how long other requests waited, ms. */
async function flood(url: string): Promise<{ seen: Record<string, number>; waits: number[] }> {
  const { cookie: Cookie } = await test.signedIn();
  const waits: number[] = [];
  let over = false;
  const flooding = guess(
    [url],
    Array.from({ length: 250 }, (_, index) => `flood${index}@guessing.example`),
    '/api/login',
  ).finally(() => (over = true));
  while (!over) {
    const started = performance.now();
    expect((await fetch(`${url}/api/user`, { headers: { Cookie } })).status).toBe(200);
    waits.push(performance.now() - started);
  }
  return { seen: await flooding, waits };
}

it('gate guessing: a flood of sign-ins is turned away, and others go on', async () => {
  const { seen, waits } = await flood(urls[0]);
  expect(seen[429]).toBeGreaterThan(0);
  expect(median(waits)).toBeLessThan(500);
  report(
    'guessing',
    `250 sign-ins at once: ${JSON.stringify(seen)}; of ${waits.length} other requests at the same time the median took ${median(waits).toFixed(0)} ms, the longest ${Math.max(...waits).toFixed(0)} ms`,
  );
  await forget();
  const [answer] = await turnedAway();
  expect([answer.retryAfter, answer.body]).toEqual([
    '2',
    { statusCode: 429, error: 'Too Many Requests', message: BUSY, requestId: expect.any(String) },
  ]);
}, 60_000);

const BUSY = 'Too many people are signing in right now. Please try again in a few seconds';

/** The answers to sign-ins for which there was no place left. */
async function turnedAway(): Promise<{ retryAfter: string | null; body: { message?: string } }[]> {
  const flooding = Array.from({ length: 150 }, async (_, index) => {
    const answer = await fetch(`${test.url}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: `away${index}@guessing.example`, password: 'secret password' }),
    });
    return { retryAfter: answer.headers.get('retry-after'), body: (await answer.json()) as { message?: string } };
  });
  return (await Promise.all(flooding)).filter(({ body }) => body.message === BUSY);
}

describe('seeded faults', () => {
  const signIn = LoginThrottle.prototype.signIn;
  const expectTooMany = async (guesses: Promise<Guesses>): Promise<void> => {
    const { checked, allowed } = await guesses;
    expect(checked).toBeGreaterThan(allowed);
  };

  seededFault('G16', 'a limit by the path as it is written', async () => {
    let path: string | undefined;
    const note = ({ url }: IncomingMessage): void => void (path = url);
    test.app.getHttpServer().prependListener('request', note);
    jest.spyOn(LoginThrottle.prototype, 'signIn').mockImplementation(function (this: LoginThrottle, email, caller) {
      return signIn.call(this, `${email.trim()} ${path}`, caller);
    });
    await expectTooMany(guessesAtOne([test.url]));
    test.app.getHttpServer().off('request', note);
  });

  seededFault('G16', 'a limit that each process keeps for itself', async () => {
    let process = 0;
    jest.spyOn(LoginThrottle.prototype, 'signIn').mockImplementation(function (this: LoginThrottle, email, caller) {
      return signIn.call(this, `${email.trim()} ${process++ % 2}`, caller);
    });
    await expectTooMany(guessesAtOne([test.url]));
  });

  seededFault('G16', 'a client that is believed where it says it comes from', async () => {
    test.app.set('trust proxy', 1);
    await expectTooMany(guessesFromOneAddress([test.url], 10));
    test.app.set('trust proxy', 0);
  });

  seededFault('G16', 'a sign-in that is quicker for unknown e-mails', async () => {
    const service = AuthService.prototype as unknown as {
      findByCredentials(email: string, password: string): Promise<unknown>;
    };
    const original = service.findByCredentials;
    jest.spyOn(service, 'findByCredentials').mockImplementation(function (this: object, email, password) {
      return email.endsWith('@unknown.example') ? Promise.resolve(null) : original.call(this, email, password);
    });
    const times = await timeSignIns(40);
    expect(signTest(times)).toBeGreaterThan(4);
    expect(kolmogorovSmirnov(times)).toBeLessThan(0.01);
  });

  seededFault('G16', 'hashing without bounds', async () => {
    jest.spyOn(HashingQueue.prototype, 'run').mockImplementation((_email, _caller, task) => task());
    expect(await turnedAway()).toEqual([]);
  });
});
