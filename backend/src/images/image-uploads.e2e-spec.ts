import { Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Api } from '../../test/support/api';
import { startApp, type TestApp } from '../../test/support/app';
import { buildImage, buildProduct } from '../../test/support/factories';
import { buildManyScans } from '../../test/support/data/hostile-images';
import { inside } from '../../test/support/processes/app-cluster';
import type { ProductDto } from '../features/products/product.dto';
import { ImagesService } from './images.service';

const MB = 1024 * 1024;

let test: TestApp;
let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

interface File {
  bytes: Buffer;
  type?: string;
  field?: string;
  name?: string;
}

interface Uploaded {
  images: string[];
  message: string;
  errors: { field: string; message: string }[];
}

/** Sends files as a browser's form does. */
async function upload(files: File[], { client = api, path = '/api/images', more = {} as Record<string, string> } = {}) {
  const form = new FormData();
  for (const { bytes, type = 'image/png', field = 'files', name = 'a picture.png' } of files)
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  const body = new Response(form);
  const headers = { 'Content-Type': body.headers.get('content-type') ?? '', ...more };
  return client.post<Uploaded>(path, undefined, { raw: Buffer.from(await body.arrayBuffer()), headers });
}

const create = (images: unknown[]) =>
  api.post<ProductDto & { message: string }>('/api/products', buildProduct({ images }));
const padded = async (bytes: number): Promise<Buffer> =>
  Buffer.concat([await buildImage(), Buffer.alloc(bytes)]).subarray(0, bytes);
/** As if an image had been uploaded so long ago. */
const age = (address: string, hours: number) =>
  test.source.query(`UPDATE images SET uploaded_at = now() - make_interval(hours => $2) WHERE sha256 = $1`, [
    address.split('/')[3],
    hours,
  ]);

it.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('stores a %s, which a product then shows', async (format) => {
  const bytes = await buildImage({ format, width: 30, height: 20 });
  const { status, body } = await upload([{ bytes, type: `image/${format}` }]);
  expect([status, body]).toEqual([201, { images: [expect.stringMatching(/^\/api\/images\/[0-9a-f]{64}$/)] }]);
  expect((await api.get<Buffer>(body.images[0])).body.equals(bytes)).toBe(true);
  const product = await create(body.images);
  expect(product.body.images).toEqual([`data:image/${format};base64,${bytes.toString('base64')}`]);
});

it('stores a picture under its hash, and ignores the name of its file', async () => {
  const bytes = await buildImage();
  const names = ['../../../etc/passwd', 'C:\\x.png', 'a";\r\nb.png'];
  const { status, body } = await upload(names.map((name) => ({ bytes, name })));
  const hash = createHash('sha256').update(bytes).digest('hex');
  expect([status, body.images]).toEqual([201, names.map(() => `/api/images/${hash}`)]);
});

it('stores several in their order, and a picture that is there already once', async () => {
  const pictures = await Promise.all(Array.from({ length: 12 }, () => buildImage()));
  const { body } = await upload(pictures.map((bytes) => ({ bytes })));
  expect(new Set(body.images).size).toBe(12);
  const again = await upload([{ bytes: pictures[3] }, { bytes: pictures[3] }]);
  expect(again.body.images).toEqual([body.images[3], body.images[3]]);
  const problem = await api.post('/api/problems?images=url', { title: 'a', description: 'b', images: body.images });
  expect(problem.body.images).toEqual(body.images);
});

it('stores a photo without what its camera has noted, upright; as a data URL it comes back as it was sent', async () => {
  const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#888' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'Secret camera' } })
    .jpeg()
    .toBuffer();
  const [address] = (await upload([{ bytes: photo, type: 'image/jpeg' }])).body.images;
  const { body } = await api.get<Buffer>(address);
  expect(photo.toString('latin1')).toContain('Secret');
  expect(body.toString('latin1')).not.toContain('Secret');
  expect(await sharp(body).metadata()).toMatchObject({ width: 40, height: 20, orientation: 6 });
  const thumbnail = await api.get<Buffer>(`${address}?size=1000`);
  expect(await sharp(thumbnail.body).metadata()).toMatchObject({ width: 20, height: 40 });
  const dataUrl = `data:image/jpeg;base64,${photo.toString('base64')}`;
  expect((await create([dataUrl])).body.images).toEqual([dataUrl]);
});

describe('refuses', () => {
  it.each([
    ['no file', [], 'Please upload an image file'],
    ['an empty file', [{ bytes: Buffer.alloc(0) }], 'Please upload an image file'],
    ['a text', [{ bytes: Buffer.from('hello world') }], 'Please upload an image file'],
    [
      'an SVG',
      [{ bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), type: 'image/svg+xml' }],
      'SVG is not supported: save it as PNG',
    ],
    [
      'another field',
      [{ bytes: Buffer.from('a'), field: 'images' }],
      'Only image files can be sent, in the field files',
    ],
  ])('%s', async (_name, files: File[], message) => {
    const { status, body } = await upload(files);
    expect([status, body.message, body.errors]).toEqual([400, message, [{ field: 'files', message }]]);
  });

  it('a type other than the bytes have, and half a picture', async () => {
    const bytes = await buildImage({ format: 'jpeg', width: 100, height: 100 });
    for (const type of ['image/jpg', 'application/octet-stream'])
      expect((await upload([{ bytes, type }])).status).toBe(201);
    for (const type of ['image/png', 'text/plain'])
      expect((await upload([{ bytes, type }])).body.message).toBe(
        `The file is called ${type}, but its content is image/jpeg`,
      );
    const text = { bytes: Buffer.from('<svg/>'), type: 'application/octet-stream' };
    expect((await upload([text])).body.message).toBe('Please upload an image file');
    const half = { bytes: bytes.subarray(0, bytes.length - 60), type: 'image/jpeg' };
    expect((await upload([half])).body.message).toBe('Please upload an image file');
  });

  it('a JPEG of more than 100 scans', async () => {
    const { status, body } = await upload([{ bytes: await buildManyScans(101), type: 'image/jpeg' }]);
    const message = 'Image takes too long to decode. Please save it in another format';
    expect([status, body.message, body.errors]).toEqual([400, message, [{ field: 'files', message }]]);
    expect((await upload([{ bytes: await buildManyScans(100), type: 'image/jpeg' }])).status).toBe(201);
  });

  it('more than 5 MB, but not 5 MB', async () => {
    expect((await upload([{ bytes: await padded(5 * MB) }])).status).toBe(201);
    expect((await upload([{ bytes: await padded(5 * MB + 1) }])).body.message).toBe(
      'Image size should be less than 5MB',
    );
  });

  inside('more than 12 files, and more than 30 MB together', async () => {
    const small = { bytes: await buildImage() };
    expect((await upload(Array<File>(13).fill(small))).body.message).toBe('At most 12 images can be kept');
    const large = { bytes: await padded(5 * MB) };
    const answer = await upload([...Array<File>(6).fill(large), small]);
    expect([answer.status, answer.body.message]).toEqual([400, 'Images should be less than 30MB together']);
    expect((await upload(Array<File>(7).fill(large))).status).toBe(413);
  });

  it('a form with texts, a form that is cut off, and any other body', async () => {
    const send = (raw: string, type: string) =>
      api.post<Uploaded>('/api/images', undefined, { raw, headers: { 'Content-Type': type } });
    const part = '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nText\r\n--x--\r\n';
    expect((await send(part, 'multipart/form-data; boundary=x')).status).toBe(400);
    expect((await send('--x', 'multipart/form-data; boundary=x')).body.message).toBe('The form cannot be read');
    expect((await send('--x', 'multipart/form-data')).body.message).toBe('The form cannot be read');
    expect((await send('{}', 'application/json')).status).toBe(415);
    expect((await api.post('/api/images')).status).toBe(400);
  });

  it('whoever is signed out, and forms at other addresses', async () => {
    const files = [{ bytes: await buildImage() }];
    expect((await upload(files, { client: test.api() })).status).toBe(401);
    for (const path of ['/api/products', '/api/problems', '/api/product-imports'])
      expect((await upload(files, { path })).status).toBe(415);
  });

  it.each<Record<string, string>>([
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ])('a form of another site: %j', async (more) => {
    expect((await upload([{ bytes: await buildImage() }], { more })).status).toBe(403);
  });

  it('to try it out', async () => {
    const { status, body } = await upload([{ bytes: await buildImage() }], { path: '/api/images?dryRun=true' });
    expect([status, body.message]).toEqual([400, 'This cannot be tried out by dryRun']);
  });
});

describe('an image that no record uses', () => {
  const statusAfter = async (address: string, hours: number): Promise<number> => {
    await age(address, hours);
    await test.app.get(ImagesService).removeUnused();
    return (await api.get(address)).status;
  };

  inside('is kept for 24 hours, and can be used until then', async () => {
    const [address] = (await upload([{ bytes: await buildImage() }])).body.images;
    expect(await statusAfter(address, 23)).toBe(200);
    expect(await statusAfter(address, 25)).toBe(404);
    expect((await create([address])).body.message).toBe(
      'An image of the request is not stored here any longer. Please upload it again',
    );
  });

  inside('goes with any number of others, but not while a write holds it', async () => {
    const [address] = (await upload([{ bytes: await buildImage() }])).body.images;
    await test.source.query(
      "INSERT INTO images (sha256, type, bytes, uploaded_at) SELECT encode(sha256(i::text::bytea), 'hex'), 'image/png', '', now() - interval '25 hours' FROM generate_series(1, 250) AS i",
    );
    await age(address, 26);
    const remaining = "SELECT sha256 FROM images WHERE uses = 0 AND uploaded_at < now() - interval '24 hours'";
    await test.source.transaction(async (manager) => {
      await manager.query(`${remaining} AND bytes <> '' FOR UPDATE`);
      await test.app.get(ImagesService).removeUnused();
    });
    expect(await test.source.query(remaining)).toEqual([{ sha256: address.split('/')[3] }]);
    await test.app.get(ImagesService).removeUnused();
    expect(await test.source.query(remaining)).toEqual([]);
  });

  it('is looked for each hour, and the log says when it cannot be removed', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const images = new ImagesService({ query: () => Promise.reject(new Error('too slow')) } as never, {} as never);
    images.onModuleInit();
    await jest.advanceTimersByTimeAsync(60 * 60 * 1000);
    images.onModuleDestroy();
    jest.useRealTimers();
    expect(warn.mock.calls).toEqual([['Unused images could not be removed: too slow']]);
    warn.mockRestore();
  });

  inside('is kept longer where it is uploaded again', async () => {
    const bytes = await buildImage();
    const [address] = (await upload([{ bytes }])).body.images;
    await age(address, 25);
    await upload([{ bytes }]);
    await test.app.get(ImagesService).removeUnused();
    expect((await api.get(address)).status).toBe(200);
  });

  inside('stays for ever once a record has used it', async () => {
    const [address] = (await upload([{ bytes: await buildImage() }])).body.images;
    await create([address]);
    expect(await statusAfter(address, 25)).toBe(200);
  });
});
