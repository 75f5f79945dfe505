import { count } from '../reliability-config';
import { AttackedApp, seededAttack } from './attacked-app';

const ROWS = count(5000, 20_000);
const AT_ONCE = 10;

jest.setTimeout(count(120_000, 300_000));

let attacked: AttackedApp;

beforeAll(async () => {
  attacked = await AttackedApp.start();
});
afterAll(() => attacked.stop());

it('one user who starts many long jobs at once', () => startMany(attacked));

seededAttack('jobs that all run at once', 'runs-all-at-once', startMany);

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
