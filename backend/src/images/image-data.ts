import { createHash } from 'node:crypto';
import { decoder, decoding, MAX_IMAGE_PIXELS, TIMEOUT_S } from './decoding';

/** The largest upload, in bytes of the file. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** Of all images of a record together, in bytes: as data URLs they fit into one request. */
export const MAX_RECORD_BYTES = 30 * 1024 * 1024;

export const NOT_AN_IMAGE = 'Please upload an image file';
export const TOO_LARGE_TOGETHER = 'Images should be less than 30MB together';
export const TOO_LARGE = 'Image size should be less than 5MB';
export const TOO_MANY_PIXELS = 'Image should have at most 40 million pixels';

// The words `data:` and `base64` in lower case, as references and triggers look for them.
const DATA_URL = /^data:(image\/[A-Za-z0-9.+-]{1,40})(?:;[A-Za-z0-9=._-]{1,60}){0,3};base64,/;

/** An upload, taken apart and checked by its bytes. */
export interface ImageData {
  sha256: string;
  /** The media type of the bytes. */
  type: string;
  bytes: Buffer;
  /** The data URL up to its base64 text, as it was given. */
  prefix: string;
}

/** Media types by the format that the decoder finds; SVG is not among them, since it can carry script. */
const TYPES: Record<string, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
};

/** Reads a data URL: the image, or the sentence that says why it is refused. */
export async function readDataUrl(url: string): Promise<ImageData | string> {
  const prefix = DATA_URL.exec(url.slice(0, 300));
  if (!prefix) return NOT_AN_IMAGE;
  const text = url.slice(prefix[0].length);
  if (decodedLength(text) > MAX_IMAGE_BYTES) return TOO_LARGE;
  const bytes = Buffer.from(text, 'base64');
  // Only the one canonical spelling can be answered again just as it was given.
  if (bytes.toString('base64') !== text) return NOT_AN_IMAGE;
  return readBytes(bytes, prefix[1], prefix[0]);
}

/** Reads an uploaded file, whose type is what the browser says it is: the image, or why it is refused. */
export function readFile({ buffer, mimetype }: { buffer: Buffer; mimetype: string }): Promise<ImageData | string> {
  return readBytes(buffer, mimetype, `data:${mimetype};base64,`);
}

async function readBytes(bytes: Buffer, declared: string, prefix: string): Promise<ImageData | string> {
  if (bytes.length === 0) return NOT_AN_IMAGE;
  // The header first: no pixel is decoded before their number is known. Then all of it, once: half a picture is none.
  const header = await (await decoder(bytes, { limitInputPixels: false })).metadata().catch(() => null);
  const format = header?.format as string | undefined;
  const type = TYPES[format === 'heif' && header?.compression === 'av1' ? 'avif' : (format ?? '')];
  if (!header || !type) return NOT_AN_IMAGE;
  if (header.width * header.height > MAX_IMAGE_PIXELS) return TOO_MANY_PIXELS;
  if (!(await isWhole(bytes))) return NOT_AN_IMAGE;
  if (declared.toLowerCase().replace('image/jpg', 'image/jpeg') !== type) return NOT_AN_IMAGE;
  return { sha256: createHash('sha256').update(bytes).digest('hex'), type, bytes, prefix };
}

function decodedLength(base64: string): number {
  return Math.floor((base64.length * 3) / 4) - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);
}

function isWhole(bytes: Buffer): Promise<boolean> {
  return decoding(async () =>
    (await decoder(bytes, { failOn: 'truncated', limitInputPixels: MAX_IMAGE_PIXELS }))
      .resize(1, 1)
      .timeout({ seconds: TIMEOUT_S })
      .raw()
      .toBuffer(),
  ).then(
    () => true,
    () => false,
  );
}
