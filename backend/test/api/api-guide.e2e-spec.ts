import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApp, type TestApp } from '../support/app';
import { root } from '../support/paths';

const account = { email: 'guide@shop.example', password: 'secret password' };
let test: TestApp;
let folder: string;

beforeAll(async () => {
  test = await startApp({ WEBHOOK_TARGETS: 'any' });
  folder = mkdtempSync(join(tmpdir(), 'guide-'));
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it('prints what the guide says', async () => {
  const guide = readFileSync(join(root, 'docs/api.md'), 'utf8');
  const program = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code).join('\n');
  const expected = [...program.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map(([, remark]) => remark);
  expect(expected.length).toBe(program.split('console.log(').length - 1);
  writeFileSync(join(folder, 'guide.mjs'), program);
  copyFileSync(join(root, 'docs/samples/webhook-receiver.mjs'), join(folder, 'webhook-receiver.mjs'));
  const staff = test.api();
  await staff.post('/api/register', account);
  const { body } = await staff.post<{ token: string }>('/api/tokens', { name: 'Guide', days: 1 });
  const other = await staff.post<{ id: number }>('/api/problems', { title: 'Not of the guide', description: 'Text' });
  await staff.patch(`/api/problems/${other.body.id}/status`, { status: 'resolved' });
  const { PATH, NODE_EXTRA_CA_CERTS } = process.env;
  const env = {
    PATH,
    NODE_EXTRA_CA_CERTS,
    SHOP_URL: test.url,
    SHOP_TOKEN: body.token,
    RECEIVER_URL: `http://127.0.0.1:${await freePort()}/changes`,
    SHOP_EMAIL: account.email,
    SHOP_PASSWORD: account.password,
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['guide.mjs'], { cwd: folder, env });
  expect(stdout.trim().split('\n')).toEqual(expected);
  expect((await staff.get(`/api/problems/${other.body.id}`)).body.status).toBe('resolved');
});
