import { randomUUID } from 'node:crypto';
import type { Answer, Api } from '../../../../../test/support/api';
import { startApp, type TestApp } from '../../../../../test/support/app';
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

function upload(
  file: string | Buffer,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<Answer<any>> {
  return api.post(`/api/product-imports${query}`, undefined, {
    raw: file,
    headers: { 'Content-Type': 'text/csv', ...headers },
  });
}

/** Uploads and applies; the import as it is then. */
async function bring(file: string | Buffer): Promise<any> {
  const { body } = await upload(file);
  return (await api.post(`/api/product-imports/${body.id}/apply`)).body;
}

async function rowsOf(id: number, query = ''): Promise<any[]> {
  return (await api.get(`/api/product-imports/${id}/rows${query}`)).body;
}

async function products(): Promise<any[]> {
  return (await api.get('/api/products?images=url&sort=oldest')).body;
}

const image = 'https://shop.example/a.jpg';
const two = `SKU,Name,Image\nA-1,One,${image}\nA-2,Two,${image}\n`;

describe('the mapping', () => {
  const file = `Code,What,Picture,Price\nA,Bulb,${image},3\n`;
  const columns = [
    { target: 'sku' },
    { target: 'name' },
    { target: 'images' },
    { target: 'field', field: 'Net price' },
  ];

  it('can be changed, and is proposed for the next file with these headers once it is applied', async () => {
    const { body } = await upload(file);
    expect([body.columns[3], body.counts.bad]).toEqual([
      { header: 'Price', target: 'field', field: 'Price', samples: ['3'] },
      1,
    ]);
    const changed = await api.put(`/api/product-imports/${body.id}/mapping`, { columns, placeholder: image });
    expect([changed.status, changed.body.counts.new, changed.body.columns[3]]).toEqual([
      200,
      1,
      { header: 'Price', ...columns[3], samples: ['3'] },
    ]);
    await api.post(`/api/product-imports/${body.id}/apply`);
    const next = await upload(file.replace('Bulb', 'Lamp'));
    const read = (columns: any[]): unknown[] => columns.map(({ samples: _samples, ...column }) => column);
    expect([next.body.counts.changed, read(next.body.columns), next.body.placeholder]).toEqual([
      1,
      read(changed.body.columns),
      image,
    ]);
    await api.post(`/api/product-imports/${next.body.id}/apply`);
    expect(await products()).toMatchObject([{ sku: 'A', name: 'Lamp', extraFields: { 'Net price': '3' } }]);
  });

  it('must fit the file', async () => {
    const { id } = (await upload(file)).body;
    const change = async (targets: string[]): Promise<unknown[]> => {
      const { status, body } = await api.put(`/api/product-imports/${id}/mapping`, {
        columns: targets.map((target) => ({ target })),
        makeSkus: false,
      });
      return [status, body.message];
    };
    expect(await change(['sku'])).toEqual([409, 'The file has 4 columns']);
    expect(await change(['name', 'field', 'field', 'ignore'])).toEqual([
      409,
      'Choose the column with the SKU: products are known by it',
    ]);
    expect(await change(['sku', 'name', 'name', 'ignore'])).toEqual([409, 'Only one column can be the name']);
    const [status, message] = await change(['sku', 'title', 'name', 'ignore']);
    expect([status, message]).toEqual([400, expect.stringMatching(/^Column 2: target must be one of sku, name, /)]);
  });

  it('names a free field after its header where it has no other name', async () => {
    const { body } = await upload(`SKU,Name,Picture,Price,\nA,Bulb,${image},3,\n`);
    const change = (targets: string[]): Promise<Answer<any>> =>
      api.put(`/api/product-imports/${body.id}/mapping`, { columns: targets.map((target) => ({ target })) });
    const changed = await change(['sku', 'name', 'images', 'field', 'ignore']);
    expect(changed.body.columns[3]).toMatchObject({ header: 'Price', target: 'field', field: 'Price' });
    const nameless = await change(['sku', 'name', 'images', 'ignore', 'field']);
    expect([nameless.status, nameless.body.message]).toEqual([409, 'Column 5 needs a name as a free field']);
    await api.post(`/api/product-imports/${body.id}/apply`);
    expect(await products()).toMatchObject([{ extraFields: { Price: '3' } }]);
  });

  it('leaves alone what has no column', async () => {
    await api.post(
      '/api/products',
      buildProduct({ sku: 'A', name: 'Bulb', ean: '1', vehicle: 'Any', extraFields: { one: '1', two: '2' } }),
    );
    await bring('sku,status,Field: two\nA,gone,\n');
    expect(await products()).toMatchObject([
      { name: 'Bulb', ean: '1', vehicle: 'Any', status: 'gone', extraFields: { one: '1' } },
    ]);
  });
});

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

it('a preview refuses a new SKU with characters that nobody sees', async () => {
  const { body } = await upload(`SKU,Name,Image\nLOOK\u200bALIKE,One,https://shop.example/a.jpg\n`);
  const { body: rows } = await api.get(`/api/product-imports/${body.id}/rows`);
  expect(rows.map(({ state, problem }: { state: string; problem: string }) => [state, problem])).toEqual([
    ['bad', 'SKU must not contain invisible characters'],
  ]);
});
