import { Api } from '../../../../test/support/api';
import { startApp, type TestApp } from '../../../../test/support/app';
import { TokenLimit } from './token-limit';

let test: TestApp;
let other: TestApp;
let api: Api;

beforeAll(async () => {
  test = await startApp();
  other = await startApp({ DATABASE_URL: test.databaseUrl });
  api = await test.signedIn();
});
afterAll(async () => {
  await other.close();
  await test.close();
});

async function newToken(name: string): Promise<{ id: number; token: string }> {
  return (await api.post('/api/tokens', { name, days: 90 })).body;
}

/** A client that signs in by a token. */
function by(token: string): Api {
  return Object.assign(new Api(test.url), { token });
}

it('a request with a token is one too many after 600 at once and 50 a second, however many processes count', async () => {
  const { id } = await newToken('CI');
  const limits = [new TokenLimit(test.source), new TokenLimit(other.source)];
  /** How many are let through until one is refused, not counting requests that became free again. */
  const countUntilRefused = async (): Promise<number> => {
    const started = performance.now();
    for (let letThrough = 0; ;) {
      const counted = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => limits[index % 2].count(id)));
      letThrough += counted.filter(({ status }) => status === 'fulfilled').length;
      if (counted.some(({ status }) => status === 'rejected'))
        return letThrough - ((performance.now() - started) / 1000) * 50;
    }
  };
  const atOnce = await countUntilRefused();
  expect(atOnce).toBeLessThanOrEqual(640);
  expect(atOnce).toBeGreaterThan(500);
  await new Promise((resolve) => setTimeout(resolve, 500));
  // Those of the pause, and what was in hand.
  expect(await countUntilRefused()).toBeLessThanOrEqual(80);
});

it('a request with a token is 429 when it is one too many, for this token alone, with Retry-After', async () => {
  const [busy, calm] = [await newToken('busy'), await newToken('calm')];
  await test.source.query("INSERT INTO token_uses VALUES ($1, now() + interval '1 hour')", [busy.id]);
  const answers = await Promise.all(Array.from({ length: 100 }, () => by(busy.token).get('/api/user')));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThanOrEqual(40);
  for (const { status, headers, body } of refused) {
    expect([status, body.message]).toEqual([
      429,
      'This token has made too many requests. Please try again in a second',
    ]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500);
  }
  expect([(await by(calm.token).get('/api/statistics')).status, (await api.get('/api/statistics')).status]).toEqual([
    200, 200,
  ]);
});
