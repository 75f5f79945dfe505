import { startApp, type TestApp } from '../../test/support/app';
import type { Api } from '../../test/support/api';

let test: TestApp;
let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

it.each([
  ['/api/problems/export', 'problems', 'title'],
  ['/api/problems/register', 'problems', 'title'],
  ['/api/products/export', 'products', 'name'],
])(
  '%s is an error where its first rows cannot be read, and only its header without rows',
  async (path, table, column) => {
    const empty = await api.get(path);
    expect(empty.status).toBe(200);
    expect(empty.text.split('\r\n')).toEqual([expect.stringContaining(','), '']);
    await test.source.query(`ALTER TABLE ${table} RENAME COLUMN ${column} TO gone`);
    // The contract has no 500.
    const failed = await fetch(`${test.url}${path}`, { headers: { Cookie: api.cookie } });
    await failed.text().finally(() => test.source.query(`ALTER TABLE ${table} RENAME COLUMN gone TO ${column}`));
    expect(failed.status).toBe(500);
    expect(failed.headers.get('Content-Type')).toContain('json');
  },
);
