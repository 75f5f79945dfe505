import type { Api } from '../../../../test/support/api';
import { startApp, type TestApp } from '../../../../test/support/app';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const who = async (api: Api): Promise<unknown> => {
  const { status, body } = await api.get<{ email?: string }>('/api/user');
  return status === 200 ? body.email : status;
};

it('requests that come at once are each on behalf of who sent them, by session or by token', async () => {
  const staff = await Promise.all([1, 2, 3].map(() => test.signedIn()));
  const emails = await Promise.all(staff.map(who));
  expect(new Set(emails).size).toBe(3);
  const tokens = await Promise.all(
    staff.map(
      async (api) => (await api.post<{ token: string }>('/api/tokens', { name: 'Import', days: 1 })).body.token,
    ),
  );
  const gone = await test.signedIn();
  const left = Object.assign(test.api(), { cookie: gone.cookie });
  await gone.post('/api/logout');
  const senders: [Api, unknown][] = [
    ...staff.map((api, index): [Api, unknown] => [api, emails[index]]),
    ...tokens.map((token, index): [Api, unknown] => [Object.assign(test.api(), { token }), emails[index]]),
    [left, 401],
    [Object.assign(test.api(), { cookie: `${staff[0].cookie}x` }), 401],
    [Object.assign(test.api(), { token: `ecom_${'x'.repeat(43)}` }), 401],
    [test.api(), 401],
  ];
  const sent = Array.from({ length: 100 }, (_one, index) => senders[index % senders.length]);
  expect(await Promise.all(sent.map(([api]) => who(api)))).toEqual(sent.map(([, expected]) => expected));
});

it('a session that was ended is over for every request that comes after, however many are under way', async () => {
  const api = await test.signedIn();
  const under = Array.from({ length: 40 }, () => who(api));
  const { cookie } = api;
  await api.post('/api/logout');
  const later = Array.from({ length: 40 }, () => who(Object.assign(test.api(), { cookie })));
  expect(await Promise.all(later)).toEqual(later.map(() => 401));
  expect((await Promise.all(under)).filter((answer) => answer !== 401 && typeof answer !== 'string')).toEqual([]);
});
