import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { FlakyProxy } from '../../../../../test/reliability/outages/flaky-proxy';
import { startApp, type TestApp } from '../../../../../test/support/app';
import { cloneDatabase } from '../../../../../test/support/database';

/** How long the database works on the products, s: well beyond the time in which the app gives it up and finds it again. */
const WRITE_S = 13;
const FOUND_AGAIN_MS = 9000;

let test: TestApp;
let proxy: FlakyProxy;
let database: Client;

beforeAll(async () => {
  const url = await cloneDatabase();
  database = new Client(url);
  await database.connect();
  proxy = new FlakyProxy(new URL(url));
  test = await startApp({ DATABASE_URL: await proxy.open() });
});
afterAll(async () => {
  await test.close();
  proxy.close();
  await database.end();
});

async function applies(): Promise<number> {
  const { rows } = await database.query<{ applies: number }>(
    "SELECT count(*)::int AS applies FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%INSERT INTO products%' AND pid <> pg_backend_pid()",
  );
  return rows[0].applies;
}

async function until(isTrue: () => Promise<boolean>, ms: number): Promise<void> {
  for (const end = performance.now() + ms; !(await isTrue()) && performance.now() < end;) await sleep(50);
}

it('an apply is seen while it runs, and ended after the database fell silent', async () => {
  const api = await test.signedIn();
  await database.query(`
    CREATE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(${WRITE_S}); RETURN NULL; END $$;
    CREATE TRIGGER take_long BEFORE INSERT ON products FOR EACH STATEMENT EXECUTE FUNCTION take_long()`);
  const raw = 'SKU,Name,Image\nA-1,One,https://shop.example/a.jpg\n';
  const { body } = await api.post<any>('/api/product-imports', undefined, {
    raw,
    headers: { 'Content-Type': 'text/csv' },
  });
  const applying = api.post(`/api/product-imports/${body.id}/apply`);
  await until(async () => (await applies()) === 1, 5000);
  expect((await api.get<any>(`/api/product-imports/${body.id}`)).body.written).toBe(0);
  expect(await (await fetch(`${test.url}/metrics`)).text()).toContain('crm_database_imports_applying 1\n');
  test.quiet();
  proxy.fallSilent();
  expect((await applying).status).toBe(503);
  expect(await applies()).toBe(1);
  await proxy.open();
  await until(async () => (await applies()) === 0, FOUND_AGAIN_MS);
  expect(await applies()).toBe(0);
});
