import { startApp, type TestApp } from '../../../test/support/app';
import { direct } from '../../../test/support/processes/app-cluster';

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
    const answer = await signIn({ ...wrong, email: same });
    expect([answer.status, answer.body.message]).toEqual([
      429,
      'Too many attempts to sign in. Please try again in 15 minutes',
    ]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(890);
  }
});

it('attempts are forgotten by a good one', async () => {
  expect(await times(4, () => signIn(wrong))).toEqual(Array(4).fill(401));
  expect((await signIn(owner)).status).toBe(200);
  expect(await times(5, () => signIn(wrong))).toEqual(Array(5).fill(401));
});

it('attempts come back one by one, never later than the wait that was told', async () => {
  await times(6, () => signIn(wrong));
  await test.source.query("UPDATE attempts SET free_at = free_at - interval '15 minutes'");
  expect(await times(2, () => signIn(wrong))).toEqual([401, 429]);
  await test.source.query("UPDATE attempts SET free_at = free_at - interval '15 minutes'");
  expect((await signIn(owner)).status).toBe(200);
});

direct('attempts of strangers do not lock out the owner in a browser that has signed in before', async () => {
  await times(6, () => signIn(wrong));
  expect((await signIn(owner)).status).toBe(429);
  expect(ownersBrowser).toMatch(/; Path=\/api\/login; .*HttpOnly; SameSite=Lax$/);
  const [cookie] = ownersBrowser.split(';');
  const known = Object.assign(test.api(), { cookie });
  expect((await signIn(owner, known)).status).toBe(200);
  // It has its own five, and is known for its own e-mail alone.
  const again = () => signIn(wrong, Object.assign(test.api(), { cookie }));
  expect(await times(6, again)).toEqual([...Array<number>(5).fill(401), 429]);
  await times(6, () => signIn({ ...wrong, email: 'another@limits.example' }));
  expect(
    (await signIn({ ...wrong, email: 'another@limits.example' }, Object.assign(test.api(), { cookie }))).status,
  ).toBe(429);
  const forged = Object.assign(test.api(), { cookie: cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) });
  expect((await signIn(owner, forged)).status).toBe(429);
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
  expect((await times(31, () => test.api().post('/api/register', owner))).slice(-2)).toEqual([409, 429]);
});

it('attempts of one address are counted over all e-mails; what is refused is not', async () => {
  await signIn(wrong);
  await test.source.query("UPDATE attempts SET free_at = now() + interval '895 seconds'");
  await test.source.query('DELETE FROM attempts WHERE key = sha256($1)', ['sign in email owner@limits.example']);
  const answer = await signIn(wrong);
  expect([answer.status, answer.body.message]).toEqual([
    429,
    expect.stringMatching(/^Too many attempts to sign in. Please try again in \d seconds?$/),
  ]);
  expect(await test.source.query('SELECT count(*)::integer AS count FROM attempts')).toEqual([{ count: 1 }]);
});
