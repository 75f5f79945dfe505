import type { Api } from '../../test/support/api';
import { startApp, type TestApp } from '../../test/support/app';
import { buildDataUrl, buildProduct } from '../../test/support/factories';
import type { ProductDto } from '../features/products/product.dto';

let test: TestApp;
let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

const create = (images: unknown[]) =>
  api.post<ProductDto & { message: string }>('/api/products', buildProduct({ images }));
const stored = async (): Promise<number> =>
  (await test.source.query('SELECT count(*)::int AS count FROM images'))[0].count;
const addressOf = async (product: ProductDto): Promise<string> =>
  (await api.get<ProductDto>(`/api/products/${product.id}?images=url`)).body.images[0] as string;

describe('bytes', () => {
  it('are never missing from an answer while they are replaced', async () => {
    const [one, two] = [await buildDataUrl(), await buildDataUrl()];
    const { body } = await create([one]);
    let writing = true;
    const writer = (async () => {
      for (let round = 0; round < 15; round++)
        await api.put(`/api/products/${body.id}`, { ...body, images: [round % 2 ? one : two] });
      writing = false;
    })();
    const seen = new Set<string>();
    while (writing) seen.add((await api.get<ProductDto>(`/api/products/${body.id}`)).body.images[0] as string);
    await writer;
    for (const image of seen) expect([one, two]).toContain(image);
  });

  it('can be exchanged between two records at once, again and again', async () => {
    const [one, two] = [await buildDataUrl(), await buildDataUrl()];
    const products = [(await create([one])).body, (await create([two])).body];
    for (let round = 0; round < 15; round++) {
      const answers = await Promise.all(
        products.map((product, index) =>
          api.put(`/api/products/${product.id}`, { ...product, images: [(round + index) % 2 ? one : two] }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  it('are kept once, however many records and places hold them, and as long as the history knows of them', async () => {
    const before = await stored();
    const image = await buildDataUrl();
    const one = (await create([image, image])).body;
    const two = (await create([image])).body;
    expect(await stored()).toBe(before + 1);
    const address = await addressOf(two);
    for (const product of [one, two])
      await api.put(`/api/products/${product.id}`, { ...product, images: ['https://a.example/b.png'] });
    await test.source.query('DELETE FROM products WHERE id IN ($1, $2)', [one.id, two.id]);
    expect(await stored()).toBe(before + 1);
    expect((await api.get(address)).status).toBe(200);
  });

  it('stay right when many records share, take and drop an image at once', async () => {
    const image = await buildDataUrl();
    const products = await Promise.all(Array.from({ length: 6 }, async () => (await create([image])).body));
    await Promise.all(
      products.flatMap((product) => [
        api.put(`/api/products/${product.id}`, { ...product, images: ['https://a.example/b.png'] }),
        create([image]),
      ]),
    );
    const [{ uses }] = await test.source.query('SELECT uses FROM images WHERE sha256 = $1', [await hashOf(image)]);
    const [{ holding }] = await test.source.query(
      "SELECT count(*)::int AS holding FROM products WHERE images::text LIKE '%' || $1 || '%'",
      [await hashOf(image)],
    );
    const [{ logged }] = await test.source.query(
      "SELECT count(*)::int AS logged FROM changes WHERE after ->> 'images' LIKE '%' || $1 || '%'",
      [await hashOf(image)],
    );
    expect([holding, logged]).toEqual([6, 12]);
    expect(uses).toBe(holding + logged);
  });

  it('of a request that fails are not kept', async () => {
    const before = await stored();
    const { body } = await create(['https://a.example/b.png']);
    await api.post('/api/products', buildProduct({ sku: body.sku, images: [await buildDataUrl()] }));
    expect(await stored()).toBe(before);
  });
});

async function hashOf(dataUrl: string): Promise<string> {
  const { createHash } = await import('node:crypto');
  return createHash('sha256')
    .update(Buffer.from(dataUrl.split(',')[1], 'base64'))
    .digest('hex');
}
