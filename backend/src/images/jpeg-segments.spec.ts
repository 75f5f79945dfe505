import sharp from 'sharp';
import { buildImage } from '../../test/support/factories';
import { EOI, hasTooManyScans, jpegSegments } from './jpeg-segments';

const segment = (marker: number, length = 2): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 255]), Buffer.alloc(length - 2)]);
const jpeg = (...parts: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts, Buffer.from([0xff, EOI])]);
const markers = (bytes: Buffer): string => [...jpegSegments(bytes)].map(({ marker }) => marker.toString(16)).join(' ');

it('finds the segments of a photo, from its first table to its end', async () => {
  const bytes = await buildImage({ format: 'jpeg', width: 64, height: 64 });
  expect(markers(bytes)).toMatch(/^(e0 )?(db )+c0 (c4 )+da d9$/);
  const all = [...jpegSegments(bytes)];
  expect(all.at(-1)).toEqual({ marker: EOI, start: bytes.length - 2, end: bytes.length });
});

it('skips what is no marker, as decoders do', () => {
  const data = Buffer.from([1, 0xff, 0, 0xff, 0xd0, 2, 0xff, 0xff, 0xff]);
  const hidden = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 6]), Buffer.from([0xff, 0xda, 0, 2])]);
  expect(markers(jpeg(hidden, segment(0xda), data, segment(0xda)))).toBe('e1 da da d9');
  expect(markers(Buffer.concat([jpeg(), segment(0xda)]))).toBe('d9');
  expect(markers(Buffer.from([0xff, 0xd8, 0xff, 0xda, 0]))).toBe('');
  expect(markers(Buffer.from([0xff, 0xd8, 0xff, 0xda, 255, 255, 1]))).toBe('da');
});

describe('too many scans', () => {
  it('are more than 100, or more than 10,000 segments', () => {
    expect(hasTooManyScans(jpeg(...Array<Buffer>(100).fill(segment(0xda))))).toBe(false);
    expect(hasTooManyScans(jpeg(...Array<Buffer>(101).fill(segment(0xda))))).toBe(true);
    expect(hasTooManyScans(jpeg(...Array<Buffer>(9999).fill(segment(0xfe))))).toBe(false);
    expect(hasTooManyScans(jpeg(...Array<Buffer>(10_001).fill(segment(0xfe))))).toBe(true);
  });

  it('do not occur in progressive photos or other formats', async () => {
    const photo = sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } });
    expect(hasTooManyScans(await photo.jpeg({ progressive: true }).toBuffer())).toBe(false);
    expect(hasTooManyScans(Buffer.concat([Buffer.from('RIFF'), ...Array<Buffer>(200).fill(segment(0xda))]))).toBe(
      false,
    );
    expect(hasTooManyScans(Buffer.alloc(0))).toBe(false);
  });

  it('are counted in time that grows with the bytes', () => {
    const pairs = Buffer.alloc(5 * 1024 * 1024, Buffer.from([0xff, 0]));
    const started = performance.now();
    for (const bytes of [jpeg(pairs), jpeg(Buffer.alloc(pairs.length, 0xff)), jpeg(Buffer.alloc(pairs.length))])
      expect(hasTooManyScans(bytes)).toBe(false);
    // The limit holds on a busy machine too; time that grows with the square of the bytes is far beyond it.
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
