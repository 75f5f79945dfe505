import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { buildProduct } from '../../../test/support/factories';
import type { ProductDto } from './product.dto';

let test: TestApp;
let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

const create = async (fields: Record<string, unknown>): Promise<ProductDto> =>
  (await api.post<ProductDto>('/api/products', buildProduct(fields))).body;
const names = (products: ProductDto[]): string[] => products.map(({ name }) => name);
const word = 'orders';

async function everyPage(start: string): Promise<string[]> {
  const skus: string[] = [];
  for (let path: string | undefined = start; path;) {
    const page: Awaited<ReturnType<typeof api.get<ProductDto[]>>> = await api.get<ProductDto[]>(path);
    skus.push(...page.body.map(({ sku }) => sku.replace(` ${word}`, '')));
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return skus;
}

describe('orders and statuses', () => {
  const pageOf = (query: string): Promise<string[]> =>
    everyPage(`/api/products/search?q=${word}&images=url&limit=2&${query}`);
  beforeAll(async () => {
    for (const [name, sku, status] of [
      ['éclair', 'b-2', 'active'],
      ['Zündkerze', 'A-10', 'gone'],
      ['Eclair', 'a-1', 'active'],
      ['eclair', 'C', 'gone'],
      ['Bremse', 'c', 'active'],
    ]) {
      await create({ name, sku: `${sku} ${word}`, status });
    }
  });

  it.each([
    ['', ['c', 'C', 'a-1', 'A-10', 'b-2']],
    ['sort=newest', ['c', 'C', 'a-1', 'A-10', 'b-2']],
    ['sort=oldest', ['b-2', 'A-10', 'a-1', 'C', 'c']],
    ['sort=name', ['c', 'b-2', 'a-1', 'C', 'A-10']],
    ['sort=sku', ['a-1', 'A-10', 'b-2', 'C', 'c']],
    ['status=gone', ['C', 'A-10']],
    ['status=gone&sort=sku', ['A-10', 'C']],
    ['status=go', []],
    ['status=', []],
  ])('answers page by page with %s', async (query, skus) => {
    expect(await pageOf(query)).toEqual(skus);
  });

  it('are the same without a search, whole and by pages', async () => {
    for (const query of ['sort=name', 'sort=sku&status=active', 'sort=oldest&status=gone']) {
      const whole = (await api.get<ProductDto[]>(`/api/products?${query}`)).body.map(({ sku }) =>
        sku.replace(` ${word}`, ''),
      );
      expect(await everyPage(`/api/products?limit=3&${query}`)).toEqual(whole);
    }
  });

  it('go on after a name of many characters that need many bytes', async () => {
    for (const sku of ['wide 1', 'wide 2', 'wide 3']) await create({ name: '𝔘'.repeat(100) + '漢'.repeat(300), sku });
    expect(await everyPage('/api/products/search?q=wide&limit=1&sort=name')).toEqual(['wide 1', 'wide 2', 'wide 3']);
  });

  it.each([
    'sort=',
    'sort=price',
    'sort=name&sort=sku',
    'sort[]=name',
    'status=a&status=b',
    `status=${'a'.repeat(101)}`,
    'status=%00',
  ])('refuses %s', async (query) => {
    expect((await api.get(`/api/products?${query}`)).status).toBe(400);
  });

  it.each(['name', 'sku'])('by %s use their index', async (sort) => {
    const plan = await test.source.transaction(async (manager) => {
      await manager.query('SET LOCAL enable_seqscan = off');
      await manager.query('SET LOCAL enable_sort = off');
      return manager.query<Record<string, string>[]>(
        `EXPLAIN SELECT id FROM products ORDER BY (left(fold_text(${sort}), 100) COLLATE "C"), id LIMIT 50`,
      );
    });
    expect(JSON.stringify(plan)).toContain(`products_by_${sort}`);
  });
});

describe('search', () => {
  beforeAll(async () => {
    await create({
      name: 'Ölfilter Größe XL',
      sku: 'QV-482/99',
      ean: '7777000',
      vehicle: 'Škoda Octavia',
      description: '100% cotton_wool \\ backslash',
      extraFields: { Farbe: 'Himmelblau', Łódź: 'Ὀδυσσεύς' },
    });
    await create({ name: 'Oil filter small', sku: 'QV-483', vehicle: 'Opel Astra' });
  });
  const found = async (q: string): Promise<string[]> =>
    names((await api.get<ProductDto[]>(`/api/products/search?q=${encodeURIComponent(q)}`)).body);

  it.each([
    'olfilter',
    'ÖLFILTER',
    'v-482',
    '482/99',
    '2/9',
    'V-4 xl',
    '2/9 v-4 482',
    'ö ßE',
    'skoda',
    'octavia grosse',
    '7777',
    'himmel xl',
    '100%',
    'cotton_wool',
    '\\ back',
    'ΟΔΥΣΣΕΥΣ',
    'οδυσσευσ',
    'o\u0308lfilter',
    '  xl  ',
  ])('finds one by %s', async (q) => {
    expect(await found(q)).toEqual(['Ölfilter Größe XL']);
  });

  it('finds by fragments of two letters and of one', async () => {
    expect(await found('qv')).toEqual(['Oil filter small', 'Ölfilter Größe XL']);
    expect(await found('q 48')).toEqual(['Oil filter small', 'Ölfilter Größe XL']);
  });

  it.each(['xl skoda opel', 'xl%skoda', '1__%', 'farbe', 'lodz', 'xlqv', '%%%', 'octavia7777', 'v-9', '4-v', '-/-'])(
    'finds nothing by %s',
    async (q) => {
      expect(await found(q)).toEqual([]);
    },
  );

  it('answers the full list for a blank q, and takes limit and cursor', async () => {
    const whole = names((await api.get<ProductDto[]>('/api/products')).body);
    expect(await found('')).toEqual(whole);
    expect(await found('  ')).toEqual(whole);
    expect(names((await api.get<ProductDto[]>('/api/products/search')).body)).toEqual(whole);
    const first = await api.get<ProductDto[]>('/api/products/search?q=qv&limit=1');
    expect(names(first.body)).toEqual(['Oil filter small']);
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect(next).toContain('q=qv');
    expect(names((await api.get<ProductDto[]>(next)).body)).toEqual(['Ölfilter Größe XL']);
  });

  it.each(['q[]=a', 'q[a]=1', 'q=a&q=b', `q=${'x'.repeat(201)}`, 'q=%00'])('refuses %s', async (query) => {
    expect((await api.get(`/api/products/search?${query}`)).status).toBe(400);
  });

  it('finds nothing by a word whose pairs of characters stand apart', async () => {
    await create({ name: 'R-7 and 7-R' });
    expect(await found('r-7')).toEqual(['R-7 and 7-R']);
    expect(await found('r-7-r')).toEqual([]);
  });

  describe('by a long code, of which the index is asked for a part,', () => {
    beforeAll(() =>
      create({
        name: 'Wide mirror',
        sku: 'NO-WB-2840121HX_7',
        ean: '2100730624939',
        description: 'Replaces 12345-678901/BLACK-SERIES',
      }),
    );

    it.each([
      'NO-WB-2840121HX_7',
      'o-wb-2840121hx',
      '-2840121HX_',
      '2100730624939',
      '00730624939',
      '210073062',
      'MIRROR 2100730624939 wb',
      '2840121HX_ w',
      '12345-678901/b',
      '678901/BLACK-SERIES',
      '2100730624939 2840121HX_',
    ])('finds it by %s', async (q) => {
      expect(await found(q)).toEqual(['Wide mirror']);
    });

    it.each([
      'XO-WB-2840121HX',
      '2840121HX%7',
      '9100730624939',
      '21007306249390',
      '2100730624939 xl',
      '2100730624939 opel',
      '12345-678901/W',
      '12345/678901/b',
    ])('finds nothing by %s', async (q) => {
      expect(await found(q)).toEqual([]);
    });

    it('finds all in their order, page by page', async () => {
      for (const sku of ['b', 'a', 'c']) await create({ name: `Row ${sku}`, sku: `AB-9876543-${sku}` });
      expect(await found('AB-9876543')).toEqual(['Row c', 'Row a', 'Row b']);
      expect(await everyPage('/api/products/search?q=AB-9876543&limit=1&sort=sku')).toEqual([
        'AB-9876543-a',
        'AB-9876543-b',
        'AB-9876543-c',
      ]);
    });
  });

  it('follows a change', async () => {
    const product = await create({ name: 'Beforename' });
    await api.put(`/api/products/${product.id}`, { ...product, name: 'Aftername' });
    expect(await found('beforename')).toEqual([]);
    expect(await found('aftername')).toEqual(['Aftername']);
  });
});

describe('products by their codes', () => {
  const find = (codes: string) => api.get(`/api/products/by-codes?codes=${encodeURIComponent(codes)}`);

  it('are those whose SKU is exactly one of them, as short as a link needs', async () => {
    const { id, sku, name } = await create({ sku: 'CODE-1' });
    await create({ sku: 'CODE-2' });
    expect((await find('CODE-1,code-2,CODE-9')).body).toEqual([{ id, sku, name }]);
    expect((await find('')).body).toEqual([]);
  });

  it('are looked up for at most twenty codes, with or without spaces around them', async () => {
    const { sku } = await create({ sku: 'CODE-LAST' });
    const others = (count: number) => Array.from({ length: count }, (_none, index) => `NONE-${index}`);
    expect((await find(` ${[...others(19), sku].join(' , ')},`)).body).toHaveLength(1);
    const { status, body } = await find([...others(20), sku].join(','));
    const message = 'At most 20 codes are looked up at a time';
    expect([status, body]).toMatchObject([400, { message, errors: [{ field: 'codes', message }] }]);
  });

  it('are refused without codes', async () => expect((await api.get('/api/products/by-codes')).status).toBe(400));
});
