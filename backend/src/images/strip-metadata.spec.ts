import sharp, { type Sharp } from 'sharp';
import { stripMetadata } from './strip-metadata';

const WIDTH = 40;
const HEIGHT = 20;
const SECRETS = /Secret (camera|person|place)/;
const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>Secret place</secret></x:xmpmeta>';

/** A photo in which a camera has noted much, lying on its side where `orientation` says so. */
function buildPhoto(orientation?: number): Sharp {
  const raw = Buffer.from(Array.from({ length: WIDTH * HEIGHT * 3 }, (_none, index) => (index * 7) % 251));
  return sharp(raw, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .withMetadata({ orientation })
    .withExifMerge({
      IFD0: { Make: 'Secret camera', Artist: 'Secret person' },
      IFD3: { GPSLatitude: '51/1 30/1 3230/100', GPSAreaInformation: 'Secret place' },
    })
    .withXmp(XMP)
    .withIccProfile('p3');
}

const pixels = (bytes: Buffer): Promise<Buffer> => sharp(bytes, { failOn: 'warning' }).rotate().raw().toBuffer();

describe.each(['jpeg', 'png', 'webp'] as const)('%s', (format) => {
  it.each([undefined, 1, 3, 6])(
    'keeps pixels and colours alone, and stays upright: orientation %s',
    async (orientation) => {
      const photo = await buildPhoto(orientation)
        .toFormat(format, format === 'webp' ? { lossless: true } : {})
        .toBuffer();
      const before = await sharp(photo).metadata();
      expect(before).toMatchObject({ exif: expect.any(Buffer), xmp: expect.any(Buffer), icc: expect.any(Buffer) });
      expect(photo.toString('latin1')).toMatch(SECRETS);
      const stripped = stripMetadata(Buffer.concat([photo, Buffer.from('Secret place')]), before as { format: string });
      const after = await sharp(stripped).metadata();
      expect(stripped.toString('latin1')).not.toMatch(SECRETS);
      expect([after.xmp, after.orientation ?? 1]).toEqual([undefined, orientation ?? 1]);
      expect(after.icc).toEqual(before.icc);
      expect((await pixels(stripped)).equals(await pixels(photo))).toBe(true);
      expect(stripMetadata(stripped, after as { format: string })).toEqual(stripped);
    },
  );

  it('leaves an image without metadata unchanged', async () => {
    const plain = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#1234' } })
      .toFormat(format)
      .toBuffer();
    expect(stripMetadata(plain, { format })).toEqual(plain);
  });

  it('does not fail on truncated or corrupt files', async () => {
    const photo = await buildPhoto(6).toFormat(format).toBuffer();
    for (let length = 12; length < photo.length; length += 11)
      stripMetadata(photo.subarray(0, length), { format, orientation: 6 });
    const wrong = Buffer.from(photo).fill(0xff, 40, 48);
    expect(() => stripMetadata(wrong, { format })).not.toThrow();
  });
});

it('keeps how Adobe codes colours, and leaves GIF and AVIF as they are', async () => {
  const cmyk = await buildPhoto().toColourspace('cmyk').jpeg().toBuffer();
  expect((await pixels(stripMetadata(cmyk, { format: 'jpeg' }))).equals(await pixels(cmyk))).toBe(true);
  const avif = await buildPhoto(6).avif().toBuffer();
  expect(stripMetadata(avif, { format: 'avif', orientation: 6 })).toBe(avif);
});

it('takes out comments and the texts of programs', () => {
  const comment = Buffer.from('\xff\xfe\0\x0eSecret place', 'latin1');
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8]), comment, Buffer.from([0xff, 0xd9])]);
  expect(stripMetadata(jpeg, { format: 'jpeg' })).toEqual(Buffer.from([0xff, 0xd8, 0xff, 0xd9]));
});
