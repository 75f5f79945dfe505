import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { revertCalls, setOf } from '../../../test/support/calls/revert-calls';
import { inTransaction } from '../../../test/support/change-log';
import { buildProduct } from '../../../test/support/factories';
import { LinkCalls } from '../../../test/support/link-calls';
import { thread } from '../../../test/support/write-calls';

let test: TestApp;
let api: Api;
let calls: LinkCalls;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  calls = new LinkCalls(api);
});
afterAll(() => test.close());

const { revertOf, skusOf } = revertCalls(() => ({ api, calls }));

let skus = 1000;
/** A product whose SKU alone links a text to it. */
const createNamed = (): Promise<{ id: number; sku: string }> => calls.createProduct({ sku: `NAMED-${++skus}` });
/** A conflict about a whole record that is gone. */
const whole = (kind: string, recordId: number): object => ({ kind, recordId, field: '*', version: 0 });
/** Deletes a product, and answers the change set: no person can. */
const deleteProduct = async (id: number): Promise<string> =>
  (await inTransaction(test.source, `DELETE FROM products WHERE id = ${id}`))[0].change_set;

it('gives a text back although its product was linked again since', async () => {
  await calls.createProduct({ sku: 'UND-5678' });
  const id = await calls.create('/api/customer-questions', { description: 'UND-5678' });
  const changed = await api.patch(`/api/customer-questions/${id}`, { description: 'Another' });
  await api.post(`/api/customer-questions/${id}/responses`, { response: 'UND-5678' });
  expect((await revertOf(setOf(changed))).status).toBe(200);
  expect(await skusOf('/api/customer-questions', id)).toEqual(['UND-5678']);
  const { body } = await api.get<{ description: string }>(`/api/customer-questions/${id}`);
  expect(body.description).toBe('UND-5678');
});

it('asks about a product that cannot come back, and leaves it where that is chosen', async () => {
  const gone = [await calls.createProduct({ sku: 'GONE-1' }), await calls.createProduct({ sku: 'GONE-2' })];
  const ids = gone.map(({ id }) => id);
  const areThere = (): Promise<boolean[]> =>
    Promise.all(ids.map(async (id) => (await api.get(`/api/products/${id}`)).status === 200));
  const [{ change_set: deleted }] = await inTransaction(
    test.source,
    `DELETE FROM products WHERE id IN (${ids.join()})`,
  );
  await calls.createProduct({ sku: 'GONE-1' });
  const { status, body } = await revertOf(deleted);
  const choice = whole('product', ids[0]);
  expect([status, body.conflicts]).toMatchObject([409, [{ ...choice, restore: { sku: 'GONE-1' }, current: null }]]);
  expect(await revertOf(deleted, { choices: [{ ...choice, take: 'restore' }] })).toMatchObject({
    status: 409,
    body: { message: 'Another product has the SKU GONE-1' },
  });
  expect(await areThere()).toEqual([false, false]);
  const keep = { choices: [{ ...choice, take: 'keep' }] };
  const tried = await api.post(`/api/change-sets/${deleted}/revert?dryRun=true`, keep);
  expect(tried).toMatchObject({ status: 200, body: { changes: [{ recordId: ids[1] }] } });
  expect((await revertOf(deleted, { otherwise: 'keep' })).status).toBe(200);
  expect(await areThere()).toEqual([false, true]);
});

it('names the SKU that another product has since, where it knows it', async () => {
  const { id, sku } = await createNamed();
  const path = `/api/products/${id}`;
  const changed = await api.put(path, buildProduct({ sku, name: 'Changed' }));
  const renamed = await api.put(path, buildProduct({ sku: `${sku}-B`, name: 'Changed' }));
  await calls.createProduct({ sku });
  expect(await revertOf(setOf(renamed))).toMatchObject({
    status: 409,
    body: { message: `Another product has the SKU ${sku}` },
  });
  await deleteProduct(id);
  await calls.createProduct({ sku: `${sku}-B` });
  expect(await revertOf(setOf(changed), { choices: [{ ...whole('product', id), take: 'restore' }] })).toMatchObject({
    status: 409,
    body: { message: 'Another product has its SKU' },
  });
});

it('names the tag that another one is called like since', async () => {
  const { body } = await api.post<{ id: number }>('/api/tags', { name: 'Urgent' });
  const deleted = await api.delete(`/api/tags/${body.id}`);
  await api.post('/api/tags', { name: 'URGENT' });
  const refused = await revertOf(setOf(deleted));
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'There is a tag with the name Urgent already (capitals do not count)',
  ]);
});

it('says why where nothing can come back', async () => {
  const id = await calls.create('/api/problems');
  const { body } = await api.post<{ id: number }>(`/api/problems/${id}/responses`, { response: 'A' });
  const [{ change_set: deleted }] = await inTransaction(
    test.source,
    `DELETE FROM problem_responses WHERE id = ${body.id}`,
  );
  await api.delete(`/api/problems/${id}`);
  expect(await revertOf(deleted)).toMatchObject({
    status: 409,
    body: { message: 'What it belongs to is gone' },
  });
  expect(await revertOf(deleted, { otherwise: 'keep' })).toMatchObject({
    status: 200,
    body: { changeSet: null },
  });
});

it.each([
  ['gives a problem back without its product', '/api/problems', 'Title'],
  ['gives a text back without its product', '/api/customer-questions', 'Another'],
])('%s, which is gone since', async (_name, path, title) => {
  const product = await createNamed();
  const id = await calls.create(path, { title: `About ${product.sku}` });
  const changed = await (title === 'Title' ? api.delete(`${path}/${id}`) : api.patch(`${path}/${id}`, { title }));
  await deleteProduct(product.id);
  expect((await revertOf(setOf(changed))).status).toBe(200);
  const { body } = await api.get<{ title: string }>(`${path}/${id}`);
  expect([body.title, await skusOf(path, id)]).toEqual([`About ${product.sku}`, []]);
});

it('gives a product back without its threads, which are gone since, and says why where it cannot', async () => {
  const product = await createNamed();
  const id = await calls.create('/api/problems', { title: product.sku });
  const deleted = await deleteProduct(product.id);
  const again = await calls.createProduct({ sku: product.sku });
  const refused = await revertOf(deleted);
  expect([refused.status, refused.body.message]).toEqual([409, `Another product has the SKU ${product.sku}`]);
  await deleteProduct(again.id);
  await api.delete(`/api/problems/${id}`);
  expect((await revertOf(deleted)).status).toBe(200);
  expect((await api.get(`/api/products/${product.id}`)).status).toBe(200);
});

it.each(['linked', 'rejected'])(
  'takes back what named a product although its link was %s by a person since',
  async (state) => {
    const product = await createNamed();
    const created = await api.post<{ id: number }>('/api/problems', { ...thread, title: product.sku });
    const asked = await calls.create('/api/customer-questions');
    const response = { response: product.sku };
    const responded = await api.post<{ id: number }>(`/api/customer-questions/${asked}/responses`, response);
    for (const path of [`problems/${created.body.id}`, `customer-questions/${asked}`])
      await api.send(state === 'linked' ? 'PUT' : 'DELETE', `/api/${path}/products/${product.id}`, undefined);
    expect((await revertOf(setOf(created))).status).toBe(200);
    expect((await api.get(`/api/problems/${created.body.id}`)).status).toBe(404);
    expect((await revertOf(setOf(responded))).status).toBe(200);
    expect((await api.get(`/api/customer-questions/${asked}/responses`)).body).toEqual([]);
    expect(
      await test.source.query('SELECT kind, state FROM product_links WHERE product_id = $1', [product.id]),
    ).toEqual([{ kind: 'question', state }]);
  },
);

it('asks about a link that was all of a change where a person removed it since', async () => {
  const path = `/api/problems/${await calls.create('/api/problems')}/products/${(await createNamed()).id}`;
  const linked = await api.put(path, undefined);
  await api.delete(path);
  expect(await revertOf(setOf(linked))).toMatchObject({
    status: 409,
    body: { conflicts: [{ kind: 'product-link', field: '*', restore: null, current: { state: 'rejected' } }] },
  });
});
