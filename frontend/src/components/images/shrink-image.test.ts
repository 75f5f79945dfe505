import { shrinkImage } from './shrink-image';

/** What the browser would decode and encode; jsdom does neither. */
function fakeBrowser({ width, height, bytes }: { width: number; height: number; bytes: number[] }) {
  const encoded: { type: string; quality: number; width: number; height: number }[] = [];
  const left = [...bytes];
  class Canvas {
    constructor(
      readonly width: number,
      readonly height: number,
    ) {}
    getContext = () => ({ drawImage: () => undefined });
    convertToBlob = async ({ type, quality }: { type: string; quality: number }) => {
      encoded.push({ type, quality, width: this.width, height: this.height });
      return new Blob([new Uint8Array(left.shift() ?? 0)], { type });
    };
  }
  Object.assign(globalThis, {
    createImageBitmap: async () => ({ width, height, close: () => undefined }),
    OffscreenCanvas: Canvas,
  });
  return encoded;
}

/** jsdom's parts of files cannot be read. */
function fileOf(type: string, size: number, head = ''): File {
  const file = new File([new Uint8Array(size)], 'photo', { type });
  const bytes = Uint8Array.from(head, (character) => character.charCodeAt(0));
  file.slice = () => ({ arrayBuffer: async () => bytes.buffer }) as Blob;
  return file;
}

afterEach(() => {
  for (const name of ['createImageBitmap', 'OffscreenCanvas']) Reflect.deleteProperty(globalThis, name);
});

describe('shrinkImage', () => {
  it('makes the long side of a photo 2,400 pixels', async () => {
    const encoded = fakeBrowser({ width: 3024, height: 4032, bytes: [900] });
    const smaller = await shrinkImage(fileOf('image/jpeg', 8000));
    expect([smaller.size, smaller.type]).toEqual([900, 'image/jpeg']);
    expect(encoded).toEqual([{ type: 'image/jpeg', quality: 0.85, width: 1800, height: 2400 }]);
  });

  it('takes a lower quality where a photo stays large', async () => {
    const encoded = fakeBrowser({ width: 4000, height: 3000, bytes: [1_000_001, 1_000_001, 700] });
    expect((await shrinkImage(fileOf('image/jpeg', 8_000_000))).size).toBe(700);
    expect(encoded.map(({ quality }) => quality)).toEqual([0.85, 0.75, 0.65]);
  });

  it('keeps what can be transparent so', async () => {
    const encoded = fakeBrowser({ width: 4000, height: 3000, bytes: [900] });
    await shrinkImage(fileOf('image/png', 8000, '\x89PNG\r\n'));
    expect(encoded[0]?.type).toBe('image/webp');
  });

  it.each([
    ['is small enough', 'image/jpeg', { width: 2400, height: 1800 }, ''],
    ['would not become smaller', 'image/jpeg', { width: 2401, height: 1800 }, ''],
    ['is a GIF', 'image/gif', { width: 4000, height: 3000 }, 'GIF89a'],
    ['is a moving PNG', 'image/png', { width: 4000, height: 3000 }, '\x89PNG\r\n\x1a\n....IHDR....acTL'],
    ['is a moving WebP', 'image/webp', { width: 4000, height: 3000 }, 'RIFF....WEBPVP8X....ANIM'],
    ['is a moving AVIF', 'image/avif', { width: 4000, height: 3000 }, '....ftypavis'],
  ])('keeps a file that %s', async (_why, type, size, head) => {
    fakeBrowser({ ...size, bytes: [8000] });
    const file = fileOf(type, 8000, head);
    expect(await shrinkImage(file)).toBe(file);
  });

  it('fails where the bytes are no picture', async () => {
    Object.assign(globalThis, { createImageBitmap: () => Promise.reject(new Error('not decodable')) });
    await expect(shrinkImage(fileOf('image/jpeg', 80))).rejects.toThrow('not decodable');
  });
});
