import { startApp, type TestApp } from '../../../test/support/app';
import { direct } from '../../../test/support/processes/app-cluster';
import { holdAttempts, MOVE_ATTEMPTS } from '../../../test/support/sign-in-limits';
import { LoginThrottle } from './login-throttle';

let test: TestApp;
let ownersBrowser: string;

const password = 'secret password';
const owner = { email: 'Owner@limits.example', password };
const wrong = { email: 'owner@limits.example', password: 'wrong password' };
const forget = () => test.source.query('DELETE FROM attempts');
const signIn = (credentials: object, api = test.api()) => api.post('/api/login', credentials);
const times = async (count: number, attempt: () => Promise<{ status: number }>): Promise<number[]> => {
  const statuses = [];
  for (let made = 0; made < count; made++) statuses.push((await attempt()).status);
  return statuses;
};

const hold = () => holdAttempts(test.source);

beforeAll(async () => {
  test = await startApp();
  const answer = await test.api().post('/api/register', owner);
  [ownersBrowser] = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('browser='));
});
beforeEach(forget);
afterAll(() => test.close());

it('attempts are five at once for an e-mail, however it is written and whether anybody has it or not', async () => {
  for (const [one, same] of [
    ['owner@limits.example', ' OWNER@Limits.example'],
    ['nobody@limits.example', 'Nobody@LIMITS.example'],
  ]) {
    expect(await times(5, () => signIn({ ...wrong, email: one }))).toEqual(Array(5).fill(401));
    await hold();
    const { status, body, headers } = await signIn({ ...wrong, email: same });
    const wait = Number(headers.get('retry-after'));
    expect([status, body.message]).toEqual([
      429,
      `Too many attempts to sign in. Please try again in ${wait} second${wait === 1 ? '' : 's'}`,
    ]);
    expect(wait).toBeLessThanOrEqual(61);
  }
});

it('attempts are forgotten by a good one', async () => {
  expect(await times(4, () => signIn(wrong))).toEqual(Array(4).fill(401));
  expect((await signIn(owner)).status).toBe(200);
  expect(await times(5, () => signIn(wrong))).toEqual(Array(5).fill(401));
});

/** Attempts whose clock stands still: in a transaction, `now()` is its start. `move` makes time go on. */
async function atOneMoment(
  task: (attempt: (kind?: Kind) => Promise<number>, move: (seconds: number) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  await test.source.transaction(async (manager) => {
    const throttle = new LoginThrottle(manager);
    const attempt = async ({ email = 'one@limits.example', address = '192.0.2.1', isGood = false }: Kind = {}) => {
      try {
        const succeeded = await throttle.signIn(email, { address, browser: null });
        if (isGood) await succeeded();
        return 0;
      } catch (error) {
        return (error as { seconds: number }).seconds;
      }
    };
    await task(attempt, (seconds) => manager.query(MOVE_ATTEMPTS, [-seconds]));
  });
}

interface Kind {
  email?: string;
  address?: string;
  isGood?: boolean;
}

it('attempts after the fifth wait twice as long each, up to 15 minutes, and never longer than was told', () =>
  atOneMoment(async (attempt, move) => {
    for (let tries = 0; tries < 5; tries++) expect(await attempt()).toBe(0);
    const waits = [];
    for (let tries = 0; tries < 14; tries++) {
      const wait = await attempt();
      waits.push(wait);
      await move(wait - 1);
      expect(await attempt()).toBe(1);
      await move(1);
      expect(await attempt()).toBe(0);
    }
    // Some are forgotten while one waits, hence 512 twice.
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 512, 900, 900, 900]);
  }));

it('attempts at one account are at most 111 in a day, from however many addresses', () =>
  atOneMoment(async (attempt, move) => {
    let [made, seconds] = [0, 0];
    while (seconds < 86_400) {
      const wait = await attempt({ address: `192.0.2.${made}` });
      await move(wait);
      seconds += wait;
      if (wait === 0) made++;
    }
    expect(made).toBeGreaterThan(90);
    expect(made).toBeLessThanOrEqual(111);
  }));

it('attempts are forgotten one by one, each after 15 minutes', () =>
  atOneMoment(async (attempt, move) => {
    for (const wait of [0, 0, 0, 0, 0, 1, 2, 4]) {
      await move(wait);
      expect(await attempt()).toBe(0);
    }
    expect(await attempt()).toBe(8);
    await move(3 * 15 * 60);
    expect(await attempt()).toBe(0);
    // Of the eight, five are left, and that one.
    expect(await attempt()).toBe(2);
    await move(6 * 15 * 60);
    for (let tries = 0; tries < 5; tries++) expect(await attempt()).toBe(0);
    expect(await attempt()).toBe(1);
  }));

it('attempts are all forgotten by a good one', () =>
  atOneMoment(async (attempt, move) => {
    for (const wait of [0, 0, 0, 0, 0, 1, 2, 4]) {
      await move(wait);
      expect(await attempt()).toBe(0);
    }
    await move(8);
    expect(await attempt({ isGood: true })).toBe(0);
    for (let tries = 0; tries < 5; tries++) expect(await attempt()).toBe(0);
    expect(await attempt()).toBe(1);
  }));

it('attempts of one address wait longer as well after the hundredth, up to 9 seconds', () =>
  atOneMoment(async (attempt, move) => {
    let person = 0;
    const stranger = (isGood = false) => attempt({ email: `${person++}@limits.example`, isGood });
    for (let tries = 0; tries < 300; tries++) expect(await stranger(true)).toBe(0);
    for (let tries = 0; tries < 100; tries++) expect(await stranger()).toBe(0);
    const waits = [];
    for (let tries = 0; tries < 7; tries++) {
      const wait = await stranger();
      waits.push(wait);
      await move(wait);
      expect(await stranger()).toBe(0);
    }
    expect(waits).toEqual([1, 2, 4, 8, 8, 8, 8]);
    expect(await attempt({ address: '192.0.2.2' })).toBe(0);
  }));

it('attempts at once are five, over however many connections', async () => {
  const throttle = new LoginThrottle(test.source.manager);
  const attempt = () => throttle.signIn('one@limits.example', { address: '192.0.2.1', browser: null });
  await attempt();
  await hold();
  const attempts = await Promise.allSettled(Array.from({ length: 40 }, attempt));
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
});

direct('attempts of strangers do not lock out the owner in a browser that has signed in before', async () => {
  const lockOut = async (email: string): Promise<unknown> => {
    await times(5, () => signIn({ ...wrong, email }));
    return hold();
  };
  await lockOut(owner.email);
  expect((await signIn(owner)).status).toBe(429);
  expect(ownersBrowser).toMatch(/; Path=\/api; .*HttpOnly; SameSite=Lax$/);
  const [cookie] = ownersBrowser.split(';');
  const known = Object.assign(test.api(), { cookie });
  expect((await signIn(owner, known)).status).toBe(200);
  // It has its own five, and is known for its own e-mail alone.
  const again = () => signIn(wrong, Object.assign(test.api(), { cookie }));
  expect(await times(5, again)).toEqual(Array(5).fill(401));
  await hold();
  expect(await times(1, again)).toEqual([429]);
  await lockOut('another@limits.example');
  expect(
    (await signIn({ ...wrong, email: 'another@limits.example' }, Object.assign(test.api(), { cookie }))).status,
  ).toBe(429);
  const forged = Object.assign(test.api(), { cookie: cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) });
  expect((await signIn(owner, forged)).status).toBe(429);
});

it('attempts of strangers do not lock out the last five owners who signed in with one browser', async () => {
  let cookie = '';
  const visit = async (email: string): Promise<number> => {
    const { status, headers } = await signIn({ email, password }, Object.assign(test.api(), { cookie }));
    const given = headers.getSetCookie().find((one) => /^(__Host-)?browser=/.test(one));
    cookie = given?.split(';')[0] ?? cookie;
    return status;
  };
  const owners = Array.from({ length: 6 }, (_, index) => `shared${index}@limits.example`);
  for (const email of owners) await test.api().post('/api/register', { email, password });
  for (const email of owners) expect(await visit(email)).toBe(200);
  for (const email of owners) await times(5, () => signIn({ ...wrong, email }));
  await hold();
  const statuses = [];
  for (const email of owners) statuses.push(await visit(email));
  expect(statuses).toEqual([429, 200, 200, 200, 200, 200]);
});

it('attempts, all with the right password at once, are all let in', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(owner)));
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
});

it("attempts with the right password in two processes at once do not use up each other's tries", async () => {
  const other = await startApp({ DATABASE_URL: test.databaseUrl });
  for (let round = 0; round < 5; round++) {
    await test.source.query(
      "INSERT INTO attempts VALUES (sha256('sign in email owner@limits.example'), now() + interval '1 hour')",
    );
    const answers = await Promise.all([test, other].map(({ api }) => signIn(owner, api())));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  }
  await other.close();
});

it('attempts of several people at once are each answered to their own', async () => {
  const emails = Array.from({ length: 6 }, (_, index) => `person${index}@limits.example`);
  for (const email of emails.slice(0, 4)) await test.api().post('/api/register', { email, password });
  const answers = await Promise.all(emails.map((email) => signIn({ email, password })));
  expect(answers.map(({ status, body }) => [status, body.email])).toEqual(
    emails.map((email, index) => (index < 4 ? [200, email] : [401, undefined])),
  );
});

it('attempts to find out which e-mails are registered end as well', async () => {
  const register = () => test.api().post('/api/register', owner);
  expect(await times(30, register)).toEqual(Array(30).fill(409));
  await hold();
  expect(await times(1, register)).toEqual([429]);
});

it('attempts of one address are counted over all e-mails; what is refused is not', async () => {
  await signIn(wrong);
  await test.source.query("UPDATE attempts SET free_at = now() + interval '895 seconds', tried_at = now()");
  await test.source.query('DELETE FROM attempts WHERE key = sha256($1)', ['sign in email owner@limits.example']);
  await hold();
  const answer = await signIn(wrong);
  expect([answer.status, answer.body.message]).toEqual([
    429,
    expect.stringMatching(/^Too many attempts to sign in. Please try again in \d+ seconds$/),
  ]);
  expect(await test.source.query('SELECT count(*)::integer AS count FROM attempts')).toEqual([{ count: 1 }]);
});
