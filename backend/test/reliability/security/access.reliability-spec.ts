import { NestApplication } from '@nestjs/core';
import { request as prototype } from 'express';
import session from 'express-session';
import { randomUUID } from 'node:crypto';
import { PUBLIC } from '../../../src/api/operation';
import { AuthService } from '../../../src/features/auth/auth.service';
import { TokensController } from '../../../src/features/auth/tokens/tokens.controller';
import { StatisticsController } from '../../../src/features/statistics/statistics.controller';
import {
  account,
  breaches,
  calls,
  crossSiteAttacks,
  deadSessions,
  deadTokens,
  leakedTokenAttacks,
  signedOutAttacks,
  statusWithSession,
  statusWithToken,
  tokenAttacks,
} from './access';
import type { Api } from '../../support/api';
import { startApp, type TestApp } from '../../support/app';
import { report, seededFault } from '../reliability-config';

// Every operation of the document against every way in that must be shut.
let test: TestApp;
let other: TestApp;
let api: Api;

beforeAll(async () => {
  test = await startApp();
  other = await startApp({ DATABASE_URL: test.databaseUrl });
  api = test.api();
  await api.post('/api/register', account);
});
beforeEach(() => api.post('/api/login', account));
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await other.close();
  await test.close();
});

/** What an attack would have to change. */
async function stateOfAll(): Promise<unknown> {
  const [state] = await test.source.query(
    'SELECT (SELECT count(*) FROM changes) AS changes, (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM invites) AS invites, (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM presence) AS presence, (SELECT count(*) FROM tokens) AS tokens, (SELECT count(*) FROM webhooks) AS webhooks',
  );
  return state;
}

async function newToken(): Promise<string> {
  return (await api.post('/api/tokens', { name: randomUUID(), days: 1 })).body.token;
}

const product = calls.filter(({ id }) => id === 'listProducts' || id === 'createProduct');

it('gate access: lets nothing in without a session, from another site or as a form, on any process', async () => {
  const cookies = await deadSessions(test);
  await api.post('/api/login', account);
  const tokens = tokenAttacks(await deadTokens(test, api), api.cookie);
  const token = await newToken();
  const before = await stateOfAll();
  const results = [
    await breaches(test.url, [...tokens, ...leakedTokenAttacks(token)]),
    await breaches(other.url, tokens),
    await breaches(test.url, signedOutAttacks(cookies)),
    await breaches(
      other.url,
      signedOutAttacks(cookies).filter(({ name }) => name in cookies),
    ),
    await breaches(test.url, crossSiteAttacks(api.cookie)),
  ];
  expect(results.flatMap(({ found }) => found)).toEqual([]);
  expect(await stateOfAll()).toEqual(before);
  report(
    'access',
    `${calls.length} operations, ${results.reduce((sum, { tried }) => sum + tried, 0)} requests that must be refused, 0 accepted`,
  );
}, 120_000);

it('lets everything in with a session', async () => {
  for (const call of calls)
    expect(
      `${call.name} ${await statusWithSession(call, /log|register/.test(call.id) ? await test.signedIn() : api)}`,
    ).not.toMatch(/ (401|403|415|429|5\d\d)$/);
});

it('lets a token in everywhere but where only a person may go', async () => {
  const token = await newToken();
  const open = calls.filter(({ isSessionOnly }) => !isSessionOnly);
  expect(calls.length - open.length).toBe(20);
  for (const call of open)
    expect(`${call.name} ${await statusWithToken(call, api, token)}`).not.toMatch(/ (401|403|415|429|5\d\d)$/);
});

it('changes nothing by a GET', async () => {
  const before = await stateOfAll();
  for (const call of calls.filter(({ method }) => method === 'GET')) await statusWithSession(call, api);
  expect(await stateOfAll()).toEqual(before);
});

it('gives a new session id at sign-in, whatever id came with it, and keeps nothing of the old session', async () => {
  expect(await fixed(test)).toBe(false);
});

it('takes no field that the server sets', async () => {
  const me = (await api.get('/api/user')).body.id;
  const { body: brought } = await api.post('/api/product-imports', undefined, {
    raw: 'SKU\nA',
    headers: { 'Content-Type': 'text/csv' },
  });
  const ids: Record<string, number> = { 'product-imports': brought.id };
  for (const { method, path, body } of calls.filter(
    (call) =>
      call.body &&
      call.path.split('/').length >= 3 &&
      !/login|register|password|events|change-sets|tokens|notifications|queue|answers|watch/.test(call.path),
  )) {
    const [, , collection] = path.split('/');
    const address = path.replace('/1', `/${ids[collection] ?? 1}`);
    const forged = { id: 999_999, createdById: 999_999, createdAt: '2000-01-01T00:00:00.000Z' };
    const good = {
      ...body,
      ...('sku' in (body ?? {}) ? { sku: randomUUID() } : {}),
      ...(collection === 'tags' ? { name: randomUUID() } : {}),
    };
    const answer = await api.send<Record<string, unknown>>(method, address, { ...good, ...forged });
    expect(`${method} ${path} ${answer.status}`).toMatch(/ 20[01]$/);
    if ('createdById' in answer.body) expect(answer.body.createdById).toBe(me);
    for (const [field, value] of Object.entries(forged)) expect(answer.body[field]).not.toBe(value);
    ids[collection] ??= answer.body.id as number;
    for (const field of ['version', 'userId', 'admin', 'questionId', 'problemId'])
      expect((await api.send(method, address, { ...good, [field]: 1 })).status).toBe(400);
  }
});

describe('seeded faults', () => {
  const signedOut = { 'signed out': '' };

  seededFault('G17', 'a route that was made public', async () => {
    Reflect.defineMetadata(PUBLIC, true, StatisticsController.prototype.readStatistics);
    const { found } = await breaches(
      test.url,
      signedOutAttacks(signedOut),
      calls.filter(({ id }) => id === 'readStatistics'),
    );
    Reflect.deleteMetadata(PUBLIC, StatisticsController.prototype.readStatistics);
    expect(found).toEqual(['GET /api/statistics, signed out: 200', 'GET /api/statistics, signed out, HEAD: 200']);
  });

  seededFault('G17', 'a guard that lets tokens do what only a person may', async () => {
    Reflect.defineMetadata('session only', false, TokensController);
    const { found } = await breaches(
      test.url,
      leakedTokenAttacks(await newToken()),
      calls.filter(({ id }) => id === 'createToken'),
    );
    Reflect.defineMetadata('session only', true, TokensController);
    expect(found).toHaveLength(1);
  });

  seededFault('G17', 'a server without its protection against other sites', async () => {
    jest.spyOn(NestApplication.prototype, 'enableCsrfProtection').mockReturnThis();
    const open = await startApp();
    const { found } = await breaches(open.url, crossSiteAttacks((await open.signedIn()).cookie), product);
    await open.close();
    expect(found.map((breach) => breach.split(':')[0])).toEqual(
      ['from another origin', 'from an origin that hides', 'cross-site', 'from a sister site'].map(
        (name) => `POST /api/products, ${name}`,
      ),
    );
  });

  seededFault('G17', 'a body parser that takes forms', async () => {
    // Each app takes the methods of requests into a class of its own.
    jest.spyOn(prototype, 'is').mockReturnValue('application/json');
    const open = await startApp();
    const { found } = await breaches(open.url, crossSiteAttacks((await open.signedIn()).cookie), product);
    await open.close();
    expect(found).toHaveLength(3);
  });

  seededFault('G17', 'sessions that outlive a logout everywhere', async () => {
    jest.spyOn(AuthService.prototype, 'endSessions').mockResolvedValue();
    const { found } = await breaches(test.url, signedOutAttacks(await deadSessions(test)), product);
    expect(found.map((breach) => breach.replace(/^.*?, |: \d+$/g, ''))).toEqual(
      Array(2).fill('a session logged out from elsewhere'),
    );
  });

  seededFault('G17', 'a sign-in that keeps the session id', async () => {
    jest
      .spyOn((session as unknown as { Session: { prototype: session.Session } }).Session.prototype, 'regenerate')
      .mockImplementation(function (this: session.Session, done) {
        done(null);
        return this;
      });
    expect(await fixed(test)).toBe(true);
  });
});

/** Whether a session id that somebody has planted is signed in afterwards. */
async function fixed({ api: newApi }: TestApp): Promise<boolean> {
  const attacker = newApi();
  await attacker.post('/api/login', account);
  const planted = attacker.cookie;
  const victim = Object.assign(newApi(), { cookie: planted });
  await victim.post('/api/register', { email: `victim${Math.random()}@access.example`, password: account.password });
  const seen = Object.assign(newApi(), { cookie: planted });
  return victim.cookie === planted || (await seen.get('/api/user')).status !== 401;
}
