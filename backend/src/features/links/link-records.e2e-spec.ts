import { startApp, type TestApp } from '../../../test/support/app';
import { buildProduct } from '../../../test/support/factories';
import { LinkCalls } from '../../../test/support/link-calls';
import type { Api } from '../../../test/support/api';
import { linkAllRecords } from './link-records';

let test: TestApp;
let api: Api;
let calls: LinkCalls;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  calls = new LinkCalls(api);
});
afterAll(() => test.close());

describe('records that were there before a product', () => {
  it('are linked to a product that is imported, as soon as it is heard of', async () => {
    const question = await calls.create('/api/customer-questions', { title: 'When is NEW-9911 back?' });
    const problem = await calls.create('/api/problems');
    await api.post(`/api/problems/${problem}/responses`, { response: 'Take NEW‑9911.' });
    await calls.create('/api/problems', { title: 'NEW-9911-X is broken' });
    const raw = 'SKU,Name,Image\nNEW-9911,Name,https://shop.example/a.jpg';
    const { body } = await api.post<{ id: number }>('/api/product-imports', undefined, {
      raw,
      headers: { 'Content-Type': 'text/csv' },
    });
    await api.post(`/api/product-imports/${body.id}/apply`, undefined);
    const { body: found } = await api.get<{ id: number }[]>('/api/products/by-codes?codes=NEW-9911');
    await waitFor(async () => (await calls.records(found[0].id)).items.length === 2);
    expect((await calls.records(found[0].id)).items.map(({ kind, id }) => [kind, id])).toEqual([
      ['problem', problem],
      ['question', question],
    ]);
  });

  it('are one entry of the activity, however many they are', async () => {
    for (let number = 0; number < 12; number++) await calls.create('/api/problems', { title: 'LATE-2412' });
    await calls.create('/api/customer-questions', { title: 'LATE-2412' });
    const product = await calls.createProduct({ sku: 'LATE-2412' });
    await waitFor(isProductHeard);
    expect((await calls.records(product.id, '?limit=50')).items).toHaveLength(13);
    const [{ changeSet }] = await test.source.query<{ changeSet: string }[]>(
      `SELECT change_set AS "changeSet" FROM changes WHERE kind = 'product-link' ORDER BY id DESC LIMIT 1`,
    );
    const { body } = await api.get<{ changeSet: string }[]>('/api/activity?limit=50');
    expect(body.filter((entry) => entry.changeSet === changeSet)).toMatchObject([{ records: 13 }]);
  });

  it('are linked by all codes that are known then: the longest at its place, and both of two', async () => {
    const long = await calls.createProduct({ sku: '1K0 615 301 AA' });
    const one = await calls.create('/api/customer-questions', { title: 'Does 1K0 615 301 AA fit?' });
    const two = await calls.create('/api/customer-questions', { title: 'A7734/B7735 does not fit' });
    const made = [];
    for (const sku of ['1K0 615 301', 'A7734', 'B7735']) {
      made.push(await calls.createProduct({ sku }));
      await waitFor(isProductHeard);
    }
    const found = [];
    for (const { id } of [long, ...made]) found.push((await calls.records(id)).items.map((record) => record.id));
    expect(found).toEqual([[one], [], [two], [two]]);
  });

  it('lose the links of a code that the product had by mistake, where no text names it otherwise', async () => {
    const product = await calls.createProduct({ sku: 'COR-1122', ean: '4006633370988' });
    const one = await calls.create('/api/problems', { title: 'EAN 4006633370988 leaks' });
    const two = await calls.create('/api/problems', { title: 'EAN 4006633370988 leaks' });
    await api.post(`/api/problems/${two}/responses`, { response: 'Is that COR-1122?' });
    const three = await calls.create('/api/problems', { title: 'EAN 4006633370988 leaks' });
    await api.delete(`/api/problems/${three}/products/${product.id}`);
    await api.put(`/api/problems/${three}/products/${product.id}`, undefined);
    const changed = await api.put(
      `/api/products/${product.id}`,
      buildProduct({ sku: product.sku, ean: '4006633370995' }),
    );
    expect(changed.status).toBe(200);
    const linked = async (): Promise<number[]> => (await calls.records(product.id)).items.map(({ id }) => id);
    await waitFor(async () => (await linked()).length === 2);
    expect(await linked()).toEqual([three, two]);
    await api.post(`/api/change-sets/${changed.headers.get('X-Request-Id')}/revert`, {});
    await waitFor(async () => (await linked()).length === 3);
    expect(await linked()).toEqual([three, two, one]);
  });

  it('are linked by one command, which goes on where it was ended', async () => {
    const product = await calls.createProduct({ sku: 'CMD-5512' });
    const ids: number[] = [];
    for (let number = 0; number < 3; number++) ids.push(await calls.create('/api/problems', { title: 'CMD-5512' }));
    // The subscription links them, too, once it hears of the product.
    await waitFor(isProductHeard);
    await test.source.query('DELETE FROM product_links WHERE product_id = $1', [product.id]);
    await test.source.query("INSERT INTO link_progress VALUES ('problem', $1)", [ids[0]]);
    const said: string[] = [];
    await linkAllRecords(test.source, (line) => void said.push(line));
    expect((await calls.records(product.id)).items.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(said).toContain(`problems: going on after number ${ids[0]}.`);
    await linkAllRecords(test.source, () => undefined);
    expect((await calls.records(product.id)).items).toHaveLength(3);
  });
});

/** Whether the subscription to products is through with all of them. */
async function isProductHeard(): Promise<boolean> {
  const [{ heard }] = await test.source.query<{ heard: boolean }[]>(
    "SELECT position >= (SELECT max(id) FROM changes WHERE kind = 'product') AS heard FROM change_listeners WHERE name = 'ProductCodes.link'",
  );
  return heard;
}

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; !(await isSo()); await new Promise((resolve) => setTimeout(resolve, 50)))
    if (Date.now() > end) throw new Error('It has not come to pass within 20 s');
}

it('of a product are read where a module has a column with the name of one of a link', async () => {
  const product = await calls.createProduct();
  const id = await calls.create('/api/problems');
  await api.put(`/api/problems/${id}/products/${product.id}`, undefined);
  await test.source.query('ALTER TABLE problems ADD product_id integer, ADD state text, ADD record_id integer');
  expect((await calls.records(product.id)).items.map((record) => record.id)).toEqual([id]);
});

it('of a product that something belongs to keep it, and an undo says why', async () => {
  const created = await api.post<{ id: number }>('/api/products', buildProduct());
  await test.source.query('CREATE TABLE returned (product_id integer REFERENCES products)');
  await test.source.query('INSERT INTO returned VALUES ($1)', [created.body.id]);
  const undone = await api.post(`/api/change-sets/${created.headers.get('X-Request-Id')}/revert`, {});
  expect(undone).toMatchObject({
    status: 409,
    body: { message: 'A later record belongs to it. Delete that one first' },
  });
});
