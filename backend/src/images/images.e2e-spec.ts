import sharp from 'sharp';
import type { Api } from '../../test/support/api';
import { startApp, type TestApp } from '../../test/support/app';
import { buildDataUrl, buildImage, buildProduct } from '../../test/support/factories';
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
const addressOf = async (product: ProductDto): Promise<string> =>
  (await api.get<ProductDto>(`/api/products/${product.id}?images=url`)).body.images[0] as string;

it.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)(
  'keeps a %s, answers it as given and under an address of its own',
  async (format) => {
    const bytes = await buildImage({ format, width: 300, height: 200 });
    const dataUrl = `data:image/${format};base64,${bytes.toString('base64')}`;
    const { body } = await create([dataUrl]);
    expect(body.images).toEqual([dataUrl]);
    const address = await addressOf(body);
    expect(address).toMatch(/^\/api\/images\/[0-9a-f]{64}$/);
    const image = await api.get<Buffer>(address);
    expect(image.body.equals(bytes)).toBe(true);
    expect(image.headers.get('content-type')).toBe(`image/${format}`);
    expect(image.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(image.headers.get('x-content-type-options')).toBe('nosniff');
    const thumbnail = await api.get<Buffer>(`${address}?size=100`);
    expect(thumbnail.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(thumbnail.body).metadata()).toMatchObject({ format: 'webp', width: 100, height: 100 });
  },
);

it('takes a sample photo of the app by its path, and answers the path everywhere', async () => {
  const path = '/stock-photos/1.webp';
  const { body } = await create([path]);
  expect(body.images).toEqual([path]);
  expect((await api.put<ProductDto>(`/api/products/${body.id}`, body)).body.images).toEqual([path]);
  for (const read of [`/${body.id}`, `/${body.id}?images=url`, '', '?images=url&limit=1', `/search?q=${body.sku}`]) {
    const found = (await api.get<ProductDto | ProductDto[]>(`/api/products${read}`)).body;
    expect([found].flat().find(({ id }) => id === body.id)?.images).toEqual([path]);
  }
});

describe('refuses', () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex');
  it.each([
    [
      'a text that says it is a PNG',
      `data:image/png;base64,${Buffer.from('hello world').toString('base64')}`,
      'Please upload an image file',
    ],
    [
      'the first bytes of a PNG alone',
      `data:image/png;base64,${Buffer.concat([png, Buffer.alloc(50)]).toString('base64')}`,
      'Please upload an image file',
    ],
    [
      'an SVG',
      `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`,
      'SVG is not supported: save it as PNG',
    ],
    ['a BMP', `data:image/bmp;base64,${Buffer.from('BM').toString('base64')}`, 'BMP is not supported: save it as JPEG'],
    ['a HEIC', 'data:image/heic;base64,AAAA', 'HEIC is not supported: save it as JPEG'],
    [
      'a kind whose type is no word',
      'data:image/vnd.adobe.photoshop;base64,AAAA',
      'This kind of image is not supported: save it as JPEG',
    ],
    [
      'an SVG that says it is a PNG',
      `data:image/png;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString('base64')}`,
      'Please upload an image file',
    ],
    [
      'a data URL in capitals',
      `DATA:image/png;BASE64,${Buffer.from('a').toString('base64')}`,
      'Please upload an image file',
    ],
    ['HTML', 'data:text/html;base64,PGI+', 'Please upload an image file'],
    ['an empty image', 'data:image/png;base64,', 'Please upload an image file'],
    ['base64 with a space', 'data:image/png;base64,iVBOR w0KGgo=', 'Please upload an image file'],
    ['javascript:', 'javascript:alert(1)', 'Images must be uploaded files or http(s) addresses'],
    ['file:', 'file:///etc/passwd', 'Images must be uploaded files or http(s) addresses'],
    ['no scheme', '//evil.example/x.png', 'Images must be uploaded files or http(s) addresses'],
    ['another path of the app', '/stock-photos/../index.webp', 'Images must be uploaded files or http(s) addresses'],
    ['credentials', 'https://user:pass@shop.example/x.png', 'Images must be uploaded files or http(s) addresses'],
    [
      'a very long address',
      `https://shop.example/${'x'.repeat(2048)}`,
      'Images must be uploaded files or http(s) addresses',
    ],
    ['an address with NUL', 'https://shop.example/\0', 'Images must be uploaded files or http(s) addresses'],
    ['a number', 5, 'Images must be uploaded files or http(s) addresses'],
    [
      'an address of ours that holds nothing',
      `/api/images/${'a'.repeat(64)}`,
      'An image of the request is not stored here any longer. Please upload it again',
    ],
  ])('%s', async (_name, image, message) => {
    const answer = await create([image]);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
  });

  it('a type other than the bytes have', async () => {
    const jpeg = (await buildDataUrl({ format: 'jpeg' })).replace('image/jpeg', 'image/png');
    expect((await create([jpeg])).body.message).toBe('The file is called image/png, but its content is image/jpeg');
  });

  it.each(['png', 'jpeg', 'webp'] as const)('half a %s', async (format) => {
    const whole = await buildImage({ format, width: 200, height: 200 });
    expect(
      (await create([`data:image/${format};base64,${whole.subarray(0, whole.length - 60).toString('base64')}`])).body
        .message,
    ).toBe('Please upload an image file');
  });

  it('more than 5 MB, but not 5 MB', async () => {
    const base = await buildImage();
    const padded = (bytes: number): string =>
      `data:image/png;base64,${Buffer.concat([base, Buffer.alloc(bytes - base.length)]).toString('base64')}`;
    expect((await create([padded(5 * 1024 * 1024)])).status).toBe(201);
    expect((await create([padded(5 * 1024 * 1024 + 1)])).body.message).toBe('Image size should be less than 5MB');
  });

  it('more than 40 million pixels, by the header alone', async () => {
    const huge = await sharp({ create: { width: 7000, height: 6000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect((await create([`data:image/png;base64,${huge.toString('base64')}`])).body.message).toBe(
      'Image should have at most 40 million pixels',
    );
  });

  it('more than 30 MB together, also by addresses', async () => {
    const large = async (): Promise<string> =>
      `data:image/png;base64,${Buffer.concat([await buildImage(), Buffer.alloc(5 * 1024 * 1024 - 100)])
        .subarray(0, 5 * 1024 * 1024)
        .toString('base64')}`;
    const one = (await create([await large(), await large(), await large()])).body;
    const addresses = (await api.get<ProductDto>(`/api/products/${one.id}?images=url`)).body.images;
    expect((await create([...addresses, ...addresses])).status).toBe(201);
    expect((await create([...addresses, ...addresses, await buildDataUrl()])).body.message).toBe(
      'Images should be less than 30MB together',
    );
  });

  it('a body over 48 MB with 413', async () => {
    const answer = await create(Array(9).fill(`data:image/png;base64,${'A'.repeat(6_000_000)}`));
    expect(answer.status).toBe(413);
  });
});

it('leaves one picture that is there twice, with two types, as it was given', async () => {
  const jpeg = await buildDataUrl({ format: 'jpeg' });
  const images = [jpeg.replace('image/jpeg', 'image/jpg'), jpeg];
  const { body, headers } = await create(images);
  const { body: read } = await api.get<ProductDto>(`/api/products/${body.id}?images=url`);
  const written = await api.put(`/api/products/${body.id}?images=url`, read);
  expect([written.status, written.headers.get('etag')]).toEqual([200, headers.get('etag')]);
  expect((await api.get<ProductDto>(`/api/products/${body.id}`)).body.images).toEqual(images);
});

it('takes http and https addresses in any case', async () => {
  const images = ['HTTP://shop.example/a.png', 'Https://shop.example/b.png'];
  expect((await create(images)).body.images).toEqual(images);
});

it('answers 304 to whom has the image already', async () => {
  const address = await addressOf((await create([await buildDataUrl()])).body);
  for (const path of [address, `${address}?size=64`]) {
    const tag = (await api.get(path)).headers.get('etag') ?? '';
    expect((await api.get(path, { headers: { 'If-None-Match': tag } })).status).toBe(304);
  }
});

it('answers 404 for an image that is not stored, also with If-None-Match', async () => {
  const unknown = 'a'.repeat(64);
  for (const [query, tag] of [
    ['', `"${unknown}"`],
    ['?size=64', `"${unknown}-64"`],
  ])
    expect((await api.get(`/api/images/${unknown}${query}`, { headers: { 'If-None-Match': tag } })).status).toBe(404);
});

it('answers addresses in lists and searches as well', async () => {
  const { body } = await create([await buildDataUrl(), 'https://a.example/b.png']);
  for (const path of ['/api/products?images=url', `/api/products/search?images=url&q=${body.sku}`]) {
    const found = (await api.get<ProductDto[]>(path)).body.find(({ id }) => id === body.id);
    expect(found?.images).toEqual([expect.stringMatching(/^\/api\/images\/[0-9a-f]{64}$/), 'https://a.example/b.png']);
  }
});

it.each(['size=15', 'size=1025', 'size=a', 'size=1&size=2', 'width=5'])('refuses %s', async (query) => {
  const address = await addressOf((await create([await buildDataUrl()])).body);
  expect((await api.get(`${address}?${query}`)).status).toBe(400);
});

it('asks for a sign-in, and for a whole hash', async () => {
  expect((await test.api().get(`/api/images/${'a'.repeat(64)}`)).status).toBe(401);
  expect((await api.get('/api/images/abc')).status).toBe(400);
  expect((await api.get(`/api/images/${'a'.repeat(64)}`)).status).toBe(404);
});
