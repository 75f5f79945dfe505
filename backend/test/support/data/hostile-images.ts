import sharp from 'sharp';
import { jpegSegments } from '../../../src/images/jpeg-segments';

const SOS = 0xda;

/**
 * A progressive JPEG of 39.7 megapixels and few bytes that says again and again what its fifth scan says: a decoder walks over
 * all pixels each time.
 */
export async function buildManyScans(scans: number): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 7280, height: 5460, channels: 3, background: '#d94' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const segments = [...jpegSegments(jpeg)];
  const places = segments.flatMap(({ marker }, place) => (marker === SOS ? [place] : []));
  const tables = jpeg.subarray(segments[places[3] + 1].start, segments[places[4]].start);
  const scan = Buffer.from(jpeg.subarray(segments[places[4]].start, segments[places[4] + 1].start));
  // As if its coefficients had all their bits at once: then it may be repeated.
  scan[segments[places[4]].end - segments[places[4]].start - 1] = 0;
  const end = segments[segments.length - 1].start;
  const repeated = Array<Buffer>(scans - places.length).fill(scan);
  return Buffer.concat([jpeg.subarray(0, end), tables, ...repeated, jpeg.subarray(end)]);
}
