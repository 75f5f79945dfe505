import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { buildDataUrl, buildProduct } from '../../../test/support/factories';
import { direct } from '../../../test/support/processes/app-cluster';
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

describe('create and read', () => {
  it('answers a product with its defaults, and every field as it was given', async () => {
    expect(await create({ name: 'Bare', sku: 'BARE' })).toEqual({
      id: expect.any(Number),
      name: 'Bare',
      sku: 'BARE',
      ean: null,
      vehicle: null,
      description: null,
      images: ['https://shop.example/disc.jpg'],
      extraFields: {},
      status: 'active',
    });
    const full = {
      name: 'Full',
      sku: 'FULL',
      ean: '4006633374668',
      vehicle: 'Golf VII',
      description: 'Line one\nline two',
      status: 'draft',
      images: [await buildDataUrl(), 'https://shop.example/a.jpg'],
      extraFields: { Zeta: '1', Alpha: 'two' },
    };
    const { id, ...created } = await create(full);
    expect(created).toEqual(full);
    const read = await api.get<ProductDto>(`/api/products/${id}`);
    expect(read.body).toEqual({ id, ...full });
    expect(Object.keys(read.body.extraFields)).toEqual(['Zeta', 'Alpha']);
  });

  it('trims texts, and keeps blank optional ones as null', async () => {
    const product = await create({ name: '  Trimmed ', sku: ' TRIM\n', ean: '  ', vehicle: '', description: null });
    expect(product).toMatchObject({ name: 'Trimmed', sku: 'TRIM', ean: null, vehicle: null, description: null });
  });

  it('ignores what only the server sets', async () => {
    const product = await create({ id: 1_000_000, createdAt: 'x', createdById: 99 });
    expect(product.id).toBeLessThan(1_000_000);
  });

  it('keeps extra fields of any name, and drops empty values', async () => {
    const raw = `{"name":"Odd","sku":"ODD","images":["https://a.example/b.png"],"extraFields":{"__proto__":"a","constructor":"b","toString":"c","empty":"","ключ":"🙂","10":"x"}}`;
    const headers = { 'Content-Type': 'application/json' };
    const { text } = await api.post('/api/products', undefined, { raw, headers });
    const read = Object.entries((JSON.parse(text) as ProductDto).extraFields).sort();
    expect(read).toEqual(
      Object.entries(
        JSON.parse('{"__proto__":"a","constructor":"b","toString":"c","ключ":"🙂","10":"x"}') as object,
      ).sort(),
    );
  });

  it.each([
    [{ name: undefined }, 'Name is required'],
    [{ name: '  ' }, 'Name is required'],
    [{ name: null }, 'Name is required'],
    [{ name: 5 }, 'Name must be text'],
    [{ name: 'x'.repeat(501) }, 'Name must be at most 500 characters'],
    [{ name: 'a\0b' }, 'Name must not contain the NUL character'],
    [{ name: 'a\ud800b' }, 'Name must be well-formed Unicode'],
    [{ sku: '' }, 'SKU is required'],
    [{ sku: 'x'.repeat(201) }, 'SKU must be at most 200 characters'],
    [{ name: '', sku: '' }, 'Name is required. SKU is required'],
    [{ ean: 4006633374668 }, 'EAN must be text'],
    [{ images: undefined }, 'At least one image is required'],
    [{ images: [] }, 'At least one image is required'],
    [{ images: 'https://a.example' }, 'Images must be a list'],
    [{ images: Array(13).fill('https://a.example/b.png') }, 'At most 12 images can be kept'],
    [{ extraFields: { a: 1 } }, 'The extra field a must be text'],
    [{ extraFields: { a: { b: 'c' } } }, 'The extra field a must be text'],
    [{ extraFields: ['a'] }, 'Extra fields must be a map of names to texts'],
    [{ constructor: 'a' }, 'constructor is not a field of this request'],
    [
      { extraFields: { a: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] } },
      'The body has too many parts',
    ],
    [
      Object.fromEntries(Array.from({ length: 5000 }, (_, number) => [`field${number}`, 1])),
      'The body has too many parts',
    ],
    [{ extraFields: { ' ': 'a' } }, 'Every extra field needs a name'],
    [{ extraFields: { a: '\0' } }, 'The extra field a must not contain the NUL character'],
    [{ extraFields: { ['x'.repeat(101)]: 'a' } }, 'The name of an extra field must be at most 100 characters'],
    [{ price: 5 }, 'price is not a field of this request'],
  ])('refuses %j', async (only, message) => {
    const answer = await api.post('/api/products', buildProduct(only));
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
  });

  it.each(['LOOK\u200bALIKE', 'LOOK\u00adALIKE', '\u202eLOOKALIKE', 'LOOKALIKE\u2060'])(
    'refuses a new SKU with characters that nobody sees: %j',
    async (sku) => {
      const problem = { field: 'sku', message: 'SKU must not contain invisible characters' };
      expect(await api.post('/api/products', buildProduct({ sku }))).toMatchObject({
        status: 400,
        body: { errors: [problem] },
      });
      const { id, images } = await create({ sku: `PLAIN ${encodeURI(sku)}` });
      expect((await api.put(`/api/products/${id}`, buildProduct({ sku, images }))).status).toBe(400);
      // Of an earlier version.
      await test.source.query('UPDATE products SET sku = $2 WHERE id = $1', [id, sku]);
      const kept = await api.put<ProductDto>(`/api/products/${id}`, buildProduct({ name: 'Changed', sku, images }));
      expect([kept.status, kept.body.name, kept.body.sku]).toEqual([200, 'Changed', sku]);
    },
  );

  it('answers 409 for a SKU that is taken, also to one of many at once', async () => {
    await create({ sku: 'TWICE' });
    const again = await api.post('/api/products', buildProduct({ sku: ' TWICE ' }));
    expect(again.status).toBe(409);
    expect(again.body.message).toBe('Another product has the SKU TWICE');
    await create({ sku: 'twice' });
    const race = await Promise.all(
      Array.from({ length: 8 }, () => api.post('/api/products', buildProduct({ sku: 'RACE' }))),
    );
    expect(race.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
  });
});

describe('an id that', () => {
  const expectRefused = async (id: string): Promise<void> => {
    expect((await api.get(`/api/products/${id}`)).status).toBe(400);
    expect((await api.put(`/api/products/${id}`, buildProduct())).status).toBe(400);
  };

  it.each(['0', '-1', '1e3', '0x10', '+1', '1.0', '2147483648', '99999999999999999999', 'abc', '%20'])(
    'is %s is 400',
    expectRefused,
  );

  direct('is NUL is 400', () => expectRefused('%00'));

  it('nobody has is 404', async () => {
    const answer = await api.get('/api/products/2147483647');
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({
      statusCode: 404,
      error: 'Not Found',
      message: 'Product not found',
      requestId: answer.headers.get('x-request-id'),
    });
    expect((await api.put('/api/products/2147483647', buildProduct())).status).toBe(404);
  });
});

describe('the list', () => {
  it('is newest first, whole without parameters, by pages with limit', async () => {
    for (let number = 0; number < 7; number++) await create();
    const whole = await api.get<ProductDto[]>('/api/products');
    const ids = whole.body.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    const [{ count }] = await test.source.query('SELECT count(*)::int FROM products');
    expect(ids).toHaveLength(count);
    const paged: number[] = [];
    let path: string | undefined = '/api/products?limit=3';
    while (path) {
      const page: Awaited<ReturnType<typeof api.get<ProductDto[]>>> = await api.get<ProductDto[]>(path);
      expect(page.body.length).toBeLessThanOrEqual(3);
      paged.push(...page.body.map(({ id }) => id));
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(paged).toEqual(ids);
    expect(
      (await api.get(`/api/products?limit=${ids.length > 200 ? 200 : ids.length}`)).headers.get('link'),
    ).toBeNull();
  });

  it('streams batch after batch', async () => {
    await test.source.query(
      "INSERT INTO products (name, sku) SELECT 'Bulk', 'BULK-' || n FROM generate_series(1, 1200) AS n",
    );
    const { body } = await api.get<ProductDto[]>('/api/products?images=url');
    expect(new Set(body.map(({ id }) => id)).size).toBe(body.length);
    expect(body.filter(({ name }) => name === 'Bulk')).toHaveLength(1200);
    await test.source.query("DELETE FROM products WHERE name = 'Bulk'");
  });

  it.each([
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=a',
    'limit=1.5',
    'limit=',
    'limit=1&limit=2',
    'cursor=x',
    'cursor=',
    'images=no',
    'offset=3',
    'q=a',
  ])('refuses %s', async (query) => {
    expect((await api.get(`/api/products?${query}`)).status).toBe(400);
  });
});

it('counts them for the dashboard', async () => {
  const before = (await api.get<{ products: number }>('/api/statistics')).body;
  await create();
  expect((await api.get('/api/statistics')).body).toEqual({ ...before, products: before.products + 1 });
});
