import { Client } from 'pg';
import { Api } from '../../test/support/api';
import { startApp, type TestApp } from '../../test/support/app';
import { Env } from '../config/env';
import { LookUps } from './look-ups';

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

describe('what is asked for at once', () => {
  const READ = {
    name: 'read keys',
    text: "SELECT key FROM unnest(string_to_array('here there', ' ')) AS key WHERE key = ANY($1)",
  };
  const keys = Array.from({ length: 60 }, (_one, index) => ['here', 'there', 'gone', `{"${index}\\`][index % 4]);
  const times = async (work: () => Promise<unknown>): Promise<number> => {
    const query = jest.spyOn(Client.prototype, 'query');
    await work();
    const sent = query.mock.calls.filter(([statement]) =>
      (statement as unknown as { name?: string }).name?.startsWith(READ.name),
    ).length;
    query.mockRestore();
    return sent;
  };

  it('takes two statements, and each gets the row of its own key', async () => {
    const lookUps = new LookUps<{ key: string }>(test.source, READ, new Env());
    const sent = await times(async () => {
      expect(await Promise.all(keys.map((key) => lookUps.find(key)))).toEqual(
        keys.map((key) => (key.endsWith('here') ? { key } : undefined)),
      );
    });
    expect(sent).toBe(2);
  });

  it('is looked up one by one where a statement is to be known by its request', async () => {
    const lookUps = new LookUps<{ key: string }>(test.source, READ, Object.assign(new Env(), { SQL_COMMENTS: 'on' }));
    expect(await times(() => Promise.all(keys.map((key) => lookUps.find(key))))).toBe(60);
  });

  it('fails for those alone whose key it fails for', async () => {
    const broken = { name: 'broken', text: "SELECT '1' AS key WHERE 1 = ANY($1)" };
    const lookUps = new LookUps<{ key: string }>(test.source, broken, new Env());
    const answers = await Promise.allSettled(['1', 'x', '1'].map((key) => lookUps.find(key)));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await lookUps.find('1')).toEqual({ key: '1' });
  });
});
