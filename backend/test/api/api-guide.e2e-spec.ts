import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApp, type TestApp } from '../support/app';
import { root } from '../support/paths';

const account = { email: 'guide@shop.example', password: 'secret password' };
let test: TestApp;
let folder: string;

beforeAll(async () => {
  test = await startApp();
  folder = mkdtempSync(join(tmpdir(), 'guide-'));
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

it('prints what the guide says', async () => {
  const guide = readFileSync(join(root, 'docs/api.md'), 'utf8');
  const program = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code).join('\n');
  const expected = [...program.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map(([, remark]) => remark);
  expect(expected.length).toBe(program.split('console.log(').length - 1);
  writeFileSync(join(folder, 'guide.mjs'), program);
  await test.api().post('/api/register', account);
  const { PATH, NODE_EXTRA_CA_CERTS } = process.env;
  const env = {
    PATH,
    NODE_EXTRA_CA_CERTS,
    SHOP_URL: test.url,
    SHOP_EMAIL: account.email,
    SHOP_PASSWORD: account.password,
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['guide.mjs'], { cwd: folder, env });
  expect(stdout.trim().split('\n')).toEqual(expected);
});
