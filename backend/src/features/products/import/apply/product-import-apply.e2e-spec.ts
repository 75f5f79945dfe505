import { randomUUID } from 'node:crypto';
import type { Answer, Api } from '../../../../../test/support/api';
import { startApp, type TestApp } from '../../../../../test/support/app';
import { image, importCalls, two } from '../../../../../test/support/calls/import-calls';
import { buildProduct } from '../../../../../test/support/factories';
import { inside } from '../../../../../test/support/processes/app-cluster';
import { ProductImportsService } from '../product-imports.service';

let test: TestApp;
let api: Api;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());
beforeEach(() => test.source.query('DELETE FROM products'));

const { upload, bring, rowsOf, products } = importCalls(() => api);

describe('applying', () => {
  it('is one change set, which can be taken back as a whole', async () => {
    const { id } = (await api.post('/api/products', buildProduct({ sku: 'A-1', name: 'Before', images: [image] })))
      .body;
    const applied = await bring(two);
    expect([applied.state, applied.written]).toEqual(['applied', 2]);
    const changes = await test.source.query(
      'SELECT operation, user_id IS NOT NULL AS known FROM changes WHERE change_set = $1 ORDER BY id',
      [applied.changeSet],
    );
    expect(changes).toEqual([
      { operation: 'insert', known: true },
      { operation: 'update', known: true },
    ]);
    expect((await api.get('/api/statistics')).body.products).toBe(2);
    expect((await api.get('/api/search?q=Two')).text).toContain('"Two"');
    expect((await api.post(`/api/change-sets/${applied.changeSet}/revert`, {})).status).toBe(200);
    expect(await products()).toMatchObject([{ id, name: 'Before' }]);
  });

  it('is refused when one of its products was changed since, until it is compared again', async () => {
    const product = buildProduct({ sku: 'A-1', name: 'Before', images: [image] });
    const { id } = (await api.post('/api/products', product)).body;
    const { body } = await upload(two);
    await api.put(`/api/products/${id}`, { ...product, status: 'other' });
    await api.post('/api/products', buildProduct({ sku: 'A-2' }));
    const apply = (): Promise<Answer<any>> => api.post(`/api/product-imports/${body.id}/apply`);
    const refused = await apply();
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Since the preview, somebody has changed 2 products of this file. Update the preview',
    ]);
    const again = await api.put(`/api/product-imports/${body.id}/mapping`, {
      columns: body.columns.map(({ target }: { target: string }) => ({ target })),
    });
    expect(again.body.counts).toMatchObject({ new: 0, changed: 2 });
    expect((await apply()).body.state).toBe('applied');
    expect((await apply()).status).toBe(409);
    expect((await products()).map(({ name, status }) => [name, status])).toEqual([
      ['One', 'other'],
      ['Two', 'active'],
    ]);
  });

  it('is refused by If-Match where the import was compared again', async () => {
    const { body, headers } = await upload(two);
    const path = `/api/product-imports/${body.id}`;
    const seen = { headers: { 'If-Match': headers.get('etag') as string } };
    expect((await api.get(path)).headers.get('etag')).toBe(headers.get('etag'));
    const compared = await api.put(`${path}/mapping`, {
      columns: [{ target: 'sku' }, { target: 'ignore' }, { target: 'ignore' }],
    });
    const refused = await api.post(`${path}/apply`, undefined, seen);
    expect([refused.status, refused.body.current, refused.headers.get('etag')]).toEqual([
      412,
      compared.body,
      compared.headers.get('etag'),
    ]);
    expect(await products()).toEqual([]);
    const again = await api.put(`${path}/mapping`, {
      columns: body.columns.map(({ target }: { target: string }) => ({ target })),
    });
    const now = { headers: { 'If-Match': again.headers.get('etag') as string } };
    expect((await api.post(`${path}/apply`, undefined, now)).body).toMatchObject({ state: 'applied', written: 2 });
  });

  it('is not held up by changes of products that it does not touch', async () => {
    await api.post('/api/products', buildProduct({ sku: 'A-1', name: 'One', images: [image] }));
    const { body } = await upload(two);
    expect(body.counts).toMatchObject({ new: 1, unchanged: 1 });
    await test.source.query("UPDATE products SET status = 'other' WHERE sku = 'A-1'");
    expect((await api.post(`/api/product-imports/${body.id}/apply`)).status).toBe(200);
  });

  it('changes nothing where there is nothing to change', async () => {
    await bring(two);
    expect(await bring(two)).toMatchObject({ state: 'applied', written: 0, changeSet: null });
  });

  it('does a repeated request once', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const [one, other] = await Promise.all([upload(two, { headers }), upload(two, { headers })]);
    expect([one.status, other.text]).toEqual([201, one.text]);
    expect((await upload(two.replace('One', 'Other'), { headers })).status).toBe(422);
    // What was refused leaves nothing.
    expect(await test.source.query("SELECT id FROM product_imports WHERE state = 'reading'")).toEqual([]);
    const key = { headers: { 'Idempotency-Key': randomUUID() } };
    const answers = await Promise.all(
      [1, 2, 3].map(() => api.post(`/api/product-imports/${one.body.id}/apply`, undefined, key)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect([answers[0].status, (await products()).length]).toEqual([200, 2]);
  });

  inside('is not possible once the rows are gone, which they are after a day', async () => {
    const { body } = await upload(two);
    await test.source.query("UPDATE product_imports SET created_at = now() - interval '25 hours' WHERE id = $1", [
      body.id,
    ]);
    const later = (await upload(two)).body;
    await test.app.get(ProductImportsService).clean();
    expect((await api.post(`/api/product-imports/${body.id}/apply`)).body.message).toBe(
      'The preview is no longer there. Please choose the file again',
    );
    expect(await rowsOf(later.id)).toHaveLength(2);
    const lists = ['rows', 'rows?state=bad', 'bad-rows'].map((list) =>
      api.get(`/api/product-imports/${body.id}/${list}`),
    );
    expect((await Promise.all(lists)).map(({ status, body: said }) => [status, said.message])).toEqual(
      lists.map(() => [409, 'The preview is no longer there. Please choose the file again']),
    );
    await test.source.query("UPDATE product_imports SET created_at = now() - interval '9 days' WHERE id = $1", [
      body.id,
    ]);
    await test.app.get(ProductImportsService).clean();
    expect((await api.get(`/api/product-imports/${body.id}`)).status).toBe(404);
  });

  inside('is not disturbed by the removal of old rows and imports', async () => {
    const { body } = await upload(two);
    await test.source.query("UPDATE product_imports SET created_at = now() - interval '9 days' WHERE id = $1", [
      body.id,
    ]);
    // As an apply holds it.
    await test.source.transaction(async (manager) => {
      await manager.query('SELECT FROM product_imports WHERE id = $1 FOR UPDATE', [body.id]);
      await test.app.get(ProductImportsService).clean();
    });
    expect(await rowsOf(body.id)).toHaveLength(2);
  });

  inside('is seen by who reads the progress just before it ends', async () => {
    const { body } = await upload(two);
    const imports = test.app.get(ProductImportsService);
    const written = jest.spyOn(imports, 'written').mockImplementationOnce(async () => {
      await api.post(`/api/product-imports/${body.id}/apply`);
      return 1;
    });
    expect((await api.get(`/api/product-imports/${body.id}`)).body).toMatchObject({ state: 'applied', written: 2 });
    written.mockRestore();
  });

  it('writes nothing where it finds fewer rows than the preview counted', async () => {
    const { body } = await upload(two);
    await test.source.query("UPDATE product_import_rows SET state = 'unchanged' WHERE import_id = $1 AND id = 3", [
      body.id,
    ]);
    expect((await api.post(`/api/product-imports/${body.id}/apply`)).status).toBe(409);
    expect(await products()).toEqual([]);
  });
});
