import { crc32 } from 'node:zlib';
import { EOI, jpegSegments } from './jpeg-segments';

type Range = [start: number, end: number];

const [APP1, APP2, APP14, APP15, COM] = [0xe1, 0xe2, 0xee, 0xef, 0xfe];
const PNG_METADATA = ['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME'];
const WEBP_METADATA = ['EXIF', 'XMP '];
/** Where chunks begin. The first one of a PNG must stay the first. */
const PNG_CHUNKS = 33;
const WEBP_CHUNKS = 12;
/** The byte of a WebP that announces Exif and XMP, and its bits for them. */
const WEBP_FLAGS = 20;
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04];

/**
 * A JPEG, PNG or WebP without what cameras and programs note about place, device and people, and without what follows its
 * end. Nothing is decoded. Colours stay as they are, and the orientation, so that photos stay upright. Other formats are
 * returned as they are.
 */
export function stripMetadata(
  bytes: Buffer,
  { format, orientation = 1 }: { format: string; orientation?: number },
): Buffer {
  const exif = orientation > 1 ? exifOf(orientation) : undefined;
  if (format === 'jpeg') return insert(without(bytes, jpegMetadata(bytes)), 2, exif && jpegSegment(exif));
  if (format === 'png') return insert(without(bytes, pngMetadata(bytes)), PNG_CHUNKS, exif && pngChunk(exif));
  return format === 'webp' ? stripWebp(bytes, exif) : bytes;
}

/** Of the segments of programs, colours need ICC profiles (APP2) and Adobe's way of coding them (APP14). */
function* jpegMetadata(jpeg: Buffer): Generator<Range> {
  for (const { marker, start, end } of jpegSegments(jpeg)) {
    const isProfile = marker === APP2 && jpeg.toString('latin1', start + 4, start + 15) === 'ICC_PROFILE';
    const isOfProgram = marker >= APP1 && marker <= APP15 && marker !== APP14;
    if (marker === COM || (isOfProgram && !isProfile)) yield [start, end];
    if (marker === EOI) yield [end, jpeg.length];
  }
}

function* pngMetadata(png: Buffer): Generator<Range> {
  for (let start = PNG_CHUNKS; start + 12 <= png.length;) {
    const name = png.toString('latin1', start + 4, start + 8);
    const end = start + 12 + png.readUInt32BE(start);
    if (PNG_METADATA.includes(name)) yield [start, end];
    if (name === 'IEND') return yield [end, png.length];
    start = end;
  }
}

function* webpMetadata(webp: Buffer): Generator<Range> {
  const last = Math.min(webp.readUInt32LE(4) + 8, webp.length);
  for (let start = WEBP_CHUNKS; start + 8 <= last;) {
    const size = webp.readUInt32LE(start + 4);
    const end = start + 8 + size + (size % 2);
    if (WEBP_METADATA.includes(webp.toString('latin1', start, start + 4))) yield [start, end];
    start = end;
  }
  yield [last, webp.length];
}

function stripWebp(webp: Buffer, exif: Buffer | undefined): Buffer {
  const stripped = Buffer.concat([without(webp, webpMetadata(webp)), ...(exif ? [webpChunk(exif)] : [])]);
  stripped.writeUInt32LE(stripped.length - 8, 4);
  if (stripped.toString('latin1', WEBP_CHUNKS, WEBP_CHUNKS + 4) === 'VP8X')
    stripped[WEBP_FLAGS] = (stripped[WEBP_FLAGS] & ~(HAS_EXIF | HAS_XMP)) | (exif ? HAS_EXIF : 0);
  return stripped;
}

function without(bytes: Buffer, ranges: Iterable<Range>): Buffer {
  const kept: Buffer[] = [];
  let from = 0;
  for (const [start, end] of ranges) {
    if (start > from) kept.push(bytes.subarray(from, start));
    from = Math.max(from, end);
  }
  return Buffer.concat([...kept, bytes.subarray(from)]);
}

function insert(bytes: Buffer, at: number, inserted: Buffer | undefined): Buffer {
  return inserted ? Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)]) : bytes;
}

/** Exif that has an orientation only: a list of one entry, which is a number of 16 bits. */
function exifOf(orientation: number): Buffer {
  const exif = Buffer.from('4d4d002a000000080001011200030000000100000000' + '00000000', 'hex');
  exif.writeUInt16BE(orientation, 18);
  return exif;
}

function jpegSegment(exif: Buffer): Buffer {
  const segment = Buffer.concat([Buffer.from([0xff, APP1, 0, 0]), Buffer.from('Exif\0\0'), exif]);
  segment.writeUInt16BE(segment.length - 2, 2);
  return segment;
}

function pngChunk(exif: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from('eXIf'), exif]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(exif.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function webpChunk(exif: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(exif.length);
  return Buffer.concat([Buffer.from('EXIF'), length, exif]);
}
