import { startApp, type TestApp } from '../../../test/support/app';

let test: TestApp;
beforeAll(async () => (test = await startApp()));
afterAll(() => test.close());

const password = 'secret password';

it.each([
  ['NFD and NFC', 'rene\u0301e@shop.example', 'ren\u00e9e@shop.example'],
  ['full-width letters', '\uff42\uff4f\uff42@shop.example', 'bob@shop.example'],
  ['a full-width domain', 'anna@\uff53hop.example', 'anna@shop.example'],
])('takes one e-mail in two codes for the same: %s', async (_what, coded, normal) => {
  const first = await test.api().post('/api/register', { email: coded, password });
  expect([first.status, first.body.email]).toEqual([201, normal]);
  expect((await test.api().post('/api/register', { email: normal, password })).status).toBe(409);
  for (const email of [coded, normal])
    expect((await test.api().post('/api/login', { email, password })).status).toBe(200);
});

it.each([
  ['a zero-width space', 'an\u200bna@shop.example', 'Email must not contain invisible characters'],
  ['a soft hyphen', 'an\u00adna@shop.example', 'Email must not contain invisible characters'],
  ['a direction mark', '\u202eanna@shop.example', 'Email must not contain invisible characters'],
  ['a Cyrillic letter in a Latin name', '\u0430nna@shop.example', 'Email must not mix letters of different alphabets'],
  ['a Greek letter in a Latin domain', 'anna@sh\u03bfp.example', 'Email must not mix letters of different alphabets'],
])('refuses %s', async (_what, email, message) => {
  const { status, body } = await test.api().post('/api/register', { email, password });
  expect([status, body.errors]).toEqual([400, [{ field: 'email', message }]]);
});

it.each([
  '\u0438\u0432\u0430\u043d@shop.example',
  'anna@\u043f\u0440\u0438\u043c\u0435\u0440.example',
  '\u82b1\u5b50.a@shop.example',
])('takes a name or a domain in one other alphabet: %s', async (email) => {
  expect((await test.api().post('/api/register', { email, password })).status).toBe(201);
});

it.each([
  ['another code', 'zoe\u0308@shop.example'],
  ['a mark that is no letter', 'o\u00b4neill@shop.example'],
])('lets somebody sign in whose e-mail an earlier version took as it was: %s', async (_what, email) => {
  await test.api().post('/api/register', { email: 'earlier@shop.example', password });
  await test.source.query("UPDATE users SET email = $1 WHERE email = 'earlier@shop.example'", [email]);
  expect((await test.api().post('/api/login', { email, password })).status).toBe(200);
});
