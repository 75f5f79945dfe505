import { DataSource } from 'typeorm';
import { startApp, type TestApp } from '../../../../test/support/app';
import { cloneDatabase } from '../../../../test/support/database';
import { dataSourceOptions } from '../../../database/data-source';
import { printedBy } from '../../../../test/support/command';
import { runDemo } from '../fill';
import { expectDatabaseOf, expectSignInCounted } from '../same-database';
import { Shop } from '../shop';
import { addHistory } from './history';
import { demoProblems } from './problems';
import { addRecalledProduct, recalledProduct } from './recall';

let test: TestApp;
let source: DataSource;
let shop: Shop;

interface Dated {
  id: number;
  title: string;
  createdAt: string;
  createdById: number;
  images?: string[];
}

const fill = () => addHistory(source, shop, new Date());
const read = async <T>(path: string): Promise<T> => (await (await shop.send('GET', path)).json()) as T;

beforeAll(async () => {
  test = await startApp({ REGISTRATION: 'invite' });
  source = await new DataSource(dataSourceOptions(test.databaseUrl)).initialize();
  shop = await Shop.enter(test.url, 'demo@example.com', 'demo-parts-shop');
});

afterAll(async () => {
  await source?.destroy();
  await test?.close();
});

it('adds everything to an empty store, and nothing the second time', async () => {
  expect(await addRecalledProduct(source, shop, new Date())).toBe(1);
  expect(await addRecalledProduct(source, shop, new Date())).toBe(0);
  // Those that had problems before are what is compared with.
  for (const { name, sku } of new Set(demoProblems().map(({ product }) => product)))
    await shop.send('POST', '/api/products', { name, sku, images: ['/stock-photos/1.webp'] });
  const added = await fill();
  expect(added).toEqual({
    Questions: { added: 60, there: 0 },
    Problems: { added: 39, there: 0 },
    Updates: { added: 10, there: 0 },
  });
  const again = await fill();
  expect(Object.values(again).map((counts) => counts.added)).toEqual([0, 0, 0]);
}, 120_000);

it('signs in a second time where the first user alone registers without a link', async () => {
  const again = await Shop.enter(test.url, 'demo@example.com', 'demo-parts-shop');
  expect((await again.send('GET', '/api/user')).status).toBe(200);
  const check = await expectSignInCounted(source.manager, 'Other@example.com');
  await expect(Shop.enter(test.url, 'other@example.com', 'demo-parts-shop', check)).rejects.toThrow(
    /^Signing in as other@example\.com failed: .*/,
  );
});

it('leaves a database alone that is not the one of the app', async () => {
  const strangers = { send: async () => Response.json({ id: 1, email: 'nobody@shop.example' }) } as unknown as Shop;
  await expect(expectDatabaseOf(source.manager, strangers)).rejects.toThrow('another database');
  const empty = await new DataSource(dataSourceOptions(await cloneDatabase('template0'))).initialize();
  const checking = expectDatabaseOf(empty.manager, shop).finally(() => empty.destroy());
  await expect(checking).rejects.toThrow('another database');
});

it.each(['template0', 'template_crm'])('registers nobody where the app has another database: %s', async (template) => {
  const app = await startApp();
  process.env.PORT = new URL(app.url).port;
  expect(await printedBy(await cloneDatabase(template), runDemo)).toBe(
    'The running app has another database. Run this with the DATABASE_URL or DATA_DIR of the app.',
  );
  expect(await app.source.query('SELECT FROM users')).toEqual([]);
  delete process.env.PORT;
  await app.close();
});

it('dates records, and their entries in the change log alike', async () => {
  const rows = await source.query<{ late: number; different: number; authors: number }[]>(`
    SELECT count(*) FILTER (WHERE r.created_at > now())::integer AS late,
      count(*) FILTER (WHERE r.created_at <> c.at OR r.created_by_id <> c.user_id)::integer AS different,
      count(DISTINCT r.created_by_id)::integer AS authors
    FROM (SELECT 'question' AS kind, id, created_at, created_by_id FROM customer_questions
      UNION ALL SELECT 'problem', id, created_at, created_by_id FROM problems
      UNION ALL SELECT 'update', id, created_at, created_by_id FROM updates) AS r
    JOIN changes c ON c.operation = 'insert' AND c.record_id = r.id AND c.kind = c.subject_kind AND c.kind = r.kind`);
  expect(rows).toEqual([{ late: 0, different: 0, authors: 4 }]);
  const [{ ordered }] = await source.query<{ ordered: boolean }[]>(
    "SELECT array_agg(at ORDER BY id) = array_agg(at ORDER BY at, id) AS ordered FROM changes WHERE kind <> 'product'",
  );
  expect(ordered).toBe(true);
});

it('leaves the clock of the log as it was', async () => {
  const answer = await shop.send('POST', '/api/updates', { title: 'Now', content: 'Now' });
  const { id } = (await answer.json()) as { id: number };
  const [{ age }] = await source.query<{ age: number }[]>(
    "SELECT extract(epoch FROM clock_timestamp() - at)::integer AS age FROM changes WHERE kind = 'update' AND record_id = $1",
    [id],
  );
  expect(age).toBeLessThan(60);
});

it('shows through the API who wrote what, finds it, and has its photos', async () => {
  const people = await read<{ name: string | null }[]>('/api/users');
  expect(people.map(({ name }) => name)).toEqual(expect.arrayContaining(['Hanna Brandt', 'Luca Moretti']));
  const problems = await read<Dated[]>('/api/problems?limit=200&images=url');
  const withPhotos = problems.filter(({ images }) => (images?.length ?? 0) > 0);
  expect(withPhotos.length).toBeGreaterThan(15);
  expect((await shop.send('GET', withPhotos[0].images?.[0] ?? '')).status).toBe(200);
  const found = await read<Dated[]>('/api/customer-questions/search?q=estate');
  expect(found).toHaveLength(5);
});

it('shows the product with a bad batch as affected, linked to its problems and its update', async () => {
  const affected = await read<{ product: { id: number; sku: string }; problems: number }[]>('/api/products/affected');
  expect(affected).toEqual([
    expect.objectContaining({ product: expect.objectContaining({ sku: recalledProduct().sku }) }),
  ]);
  expect(affected[0].problems).toBeGreaterThanOrEqual(7);
  const { items } = await read<{ items: { kind: string }[] }>(`/api/products/${affected[0].product.id}/records`);
  expect(items.filter(({ kind }) => kind === 'problem').length).toBeGreaterThanOrEqual(7);
  expect(items.filter(({ kind }) => kind === 'update')).toHaveLength(1);
});

it('has tags, shared views, assignees, what is put off, and what customers said and colleagues noted', async () => {
  expect(await read<unknown[]>('/api/tags')).toHaveLength(7);
  expect(await read<unknown[]>('/api/views')).toHaveLength(2);
  const [counts] = await source.query<Record<string, number>[]>(`
    SELECT count(*) FILTER (WHERE status <> 'resolved' AND assignee_id IS NOT NULL)::integer AS taken,
      count(*) FILTER (WHERE status <> 'resolved' AND assignee_id IS NULL)::integer AS free,
      count(*) FILTER (WHERE snoozed_until > now())::integer AS snoozed,
      count(*) FILTER (WHERE tag_ids <> '{}')::integer AS tagged,
      (SELECT count(DISTINCT kind)::integer FROM question_responses) AS kinds
    FROM (SELECT status, assignee_id, snoozed_until, tag_ids FROM customer_questions
      UNION ALL SELECT status, assignee_id, snoozed_until, tag_ids FROM problems) AS threads`);
  expect(counts.taken).toBeGreaterThan(10);
  expect(counts.free).toBeGreaterThan(10);
  expect(counts.snoozed).toBeGreaterThan(2);
  expect(counts.tagged).toBeGreaterThan(50);
  expect(counts.kinds).toBe(3);
});

it('creates accounts that nobody can sign in to', async () => {
  const login = await shop.send('POST', '/api/login', { email: 'hanna@example.com', password: 'demo-parts-shop' });
  expect(login.status).toBe(401);
});
