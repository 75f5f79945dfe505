import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { buildDataUrl, buildProduct } from '../../../test/support/factories';
import type { ProductDto } from './product.dto';

let test: TestApp;
let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

async function create(only: Record<string, unknown> = {}): Promise<ProductDto> {
  const answer = await api.post<ProductDto>('/api/products', buildProduct(only));
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

describe('replace', () => {
  it('takes what is given, leaves what is not, clears what is null', async () => {
    const { id } = await create({
      ean: '1',
      vehicle: 'Golf',
      description: 'Old',
      extraFields: { A: 'a' },
      status: 'draft',
    });
    const answer = await api.put<ProductDto>(`/api/products/${id}`, {
      name: 'New',
      sku: `NEW-${id}`,
      images: ['https://a.example/new.png'],
      ean: null,
      vehicle: ' ',
    });
    expect(answer.body).toEqual({
      id,
      name: 'New',
      sku: `NEW-${id}`,
      images: ['https://a.example/new.png'],
      ean: null,
      vehicle: null,
      description: 'Old',
      extraFields: { A: 'a' },
      status: 'draft',
    });
    expect((await api.get<ProductDto>(`/api/products/${id}`)).body).toEqual(answer.body);
  });

  it.each(['', '?images=url'])('changes nothing when a record read with %j is written back', async (form) => {
    const jpg = (await buildDataUrl({ format: 'jpeg' })).replace('image/jpeg', 'image/jpg');
    const before = await create({
      images: [jpg, 'https://a.example/b.png', await buildDataUrl()],
      extraFields: { B: '2', A: '1' },
      vehicle: 'Polo',
    });
    const read = await api.get<ProductDto>(`/api/products/${before.id}${form}`);
    const written = await api.put<ProductDto>(`/api/products/${before.id}`, read.body);
    expect(written.status).toBe(200);
    expect((await api.get<ProductDto>(`/api/products/${before.id}`)).body).toEqual(before);
  });

  it('takes a row back that says when it was last changed', async () => {
    const before = await create();
    const { body } = await api.get<object[]>('/api/products?limit=1&include=lastChange');
    expect(body[0]).toMatchObject({ id: before.id, changedById: expect.any(Number) as number });
    expect((await api.put<ProductDto>(`/api/products/${before.id}`, body[0])).body).toEqual(before);
  });

  it('brings the defaults back by null', async () => {
    const { id, ...product } = await create({ extraFields: { A: 'a' }, status: 'draft' });
    expect(
      (await api.put<ProductDto>(`/api/products/${id}`, { ...product, extraFields: null, status: null })).body,
    ).toEqual({ id, ...product, extraFields: {}, status: 'active' });
  });

  it('keeps the rules of create, and the SKU of others', async () => {
    const [one, two] = [await create(), await create()];
    expect((await api.put(`/api/products/${one.id}`, { ...one, name: ' ' })).body.message).toBe('Name is required');
    expect((await api.put(`/api/products/${one.id}`, { ...one, images: [] })).body.message).toBe(
      'At least one image is required',
    );
    expect((await api.put(`/api/products/${one.id}`, { ...one, sku: two.sku })).status).toBe(409);
  });
});

describe('in the database itself', () => {
  it.each([
    ['a second SKU', "INSERT INTO products (name, sku) VALUES ('a', 'DB'), ('b', 'DB')", 'products_sku_key'],
    ['a missing name', "INSERT INTO products (sku) VALUES ('DB2')", 'null value'],
    ['a missing SKU', "INSERT INTO products (name) VALUES ('a')", 'null value'],
    [
      'an image that is not stored',
      `INSERT INTO products (name, sku, images) VALUES ('a', 'DB3', '["data:image/png;base64,#${'0'.repeat(64)}"]')`,
      'not stored',
    ],
  ])('%s is refused', async (_name, sql, message) => {
    await expect(test.source.query(sql)).rejects.toThrow(message);
  });

  it('a row gets the defaults', async () => {
    const [row] = await test.source.query("INSERT INTO products (name, sku) VALUES ('Raw', 'RAW') RETURNING *");
    expect(row).toMatchObject({ images: [], extra_fields: {}, status: 'active', ean: null });
  });
});
