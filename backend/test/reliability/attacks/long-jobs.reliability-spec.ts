import { randomUUID } from 'node:crypto';
import { count, runsAlone } from '../reliability-config';
import { AttackedApp, seededAttack } from './attacked-app';

const ROWS = count(5000, 20_000);
const AT_ONCE = 10;
const LARGE_PRODUCTS = 800;

jest.setTimeout(count(120_000, 300_000));

let attacked: AttackedApp;

beforeAll(async () => {
  attacked = await AttackedApp.start();
});
afterAll(() => attacked.stop());

it('one user who starts many long jobs at once', () => startMany(attacked));

seededAttack('jobs that all run at once', 'runs-all-at-once', startMany);

it('many requests with one Idempotency-Key', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const question = { title: 'A title', description: 'A text' };
  const statuses = await attacked.during('requests with one key', () =>
    Promise.all(
      Array.from(
        { length: count(200, 1000) },
        async () => (await attacked.api.post('/api/customer-questions', question, { headers })).status,
      ),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([201, 429]));
});

// Not in the short form: writing a change of this size takes 40 s.
if (runsAlone)
  it('a change that is too large to be taken back in memory', async () => {
    // 60 kB of free fields each: 48 MB in all. A heap of 512 MB takes back at most 32 MB at once.
    const fields = Array.from({ length: 12 }, (_none, field) => `Field ${field}`);
    const lines = Array.from({ length: LARGE_PRODUCTS }, (_none, row) =>
      [`L-${row}`, `Name ${row}`, 'https://shop.example/1.jpg', ...fields.map(() => 'text '.repeat(1000))].join(),
    );
    const raw = [`SKU,Name,Images,${fields.join()}`, ...lines].join('\n');
    const headers = { 'Content-Type': 'text/csv' };
    const statuses = await attacked.during('a large change taken back', async () => {
      const { body } = await attacked.api.post('/api/product-imports', undefined, { raw, headers });
      expect(body.counts.new).toBe(LARGE_PRODUCTS);
      const applied = await attacked.api.post(`/api/product-imports/${body.id}/apply`);
      expect(applied.status).toBe(200);
      const { changeSet } = applied.body;
      return Promise.all(
        Array.from(
          { length: 3 },
          async () => (await attacked.api.post(`/api/change-sets/${changeSet}/revert`, {})).status,
        ),
      );
    });
    expect(statuses).toEqual([413, 413, 413]);
  });

async function startMany(attacked: AttackedApp): Promise<void> {
  const lines = Array.from({ length: ROWS }, (_none, row) => `S-${row},Name ${row},https://shop.example/${row}.jpg`);
  const raw = ['SKU,Name,Images', ...lines].join('\n');
  const created = await attacked.api.post('/api/product-imports', undefined, {
    raw,
    headers: { 'Content-Type': 'text/csv' },
  });
  expect(created.status).toBe(201);
  const { id, columns } = created.body;
  const mapping = {
    columns: columns.map(({ target, field }: { target: string; field?: string }) => ({ target, field })),
  };
  const statuses = await attacked.during('mappings of an import', () =>
    Promise.all(
      Array.from(
        { length: AT_ONCE },
        async () => (await attacked.api.put(`/api/product-imports/${id}/mapping`, mapping)).status,
      ),
    ),
  );
  expect(statuses).toContain(200);
  expect(statuses).toContain(429);
}
