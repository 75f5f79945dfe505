import { createHash } from 'node:crypto';
import { DecodingFailed, MAX_IMAGE_PIXELS, type ImageHeader } from './decoding-process';
import { hasTooManyScans } from './jpeg-segments';
import { stripMetadata } from './strip-metadata';

/** The largest upload, in bytes of the file. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** Of all images of a record together, in bytes: as data URLs they fit into one request. */
export const MAX_RECORD_BYTES = 30 * 1024 * 1024;

export const NOT_AN_IMAGE = 'Please upload an image file';
export const TOO_LARGE_TOGETHER = 'Images should be less than 30MB together';
export const TOO_LARGE = 'Image size should be less than 5MB';
export const TOO_MANY_PIXELS = 'Image should have at most 40 million pixels';
export const TOO_SLOW = 'Image takes too long to decode. Please save it in another format';

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

/** SVG is not among them, since it can carry script. */
const FORMATS = ['png', 'jpeg', 'gif', 'webp', 'avif'];
/** What curl and other clients say of a file whose type they do not know. */
const UNKNOWN_TYPE = 'application/octet-stream';
const OTHER_TYPE = /^image\/(?!(png|jpe?g|gif|webp|avif)$)/i;

/** Reads the header and decodes everything; null where the bytes are no image. */
export type CheckImage = (bytes: Buffer) => Promise<ImageHeader | null>;

/** Reads a data URL: the image, which is kept as it is, or the sentence that says why it is refused. */
export async function readDataUrl(url: string, check: CheckImage): Promise<ImageData | string> {
  const prefix = DATA_URL.exec(url.slice(0, 300));
  if (!prefix) return NOT_AN_IMAGE;
  const text = url.slice(prefix[0].length);
  if (decodedLength(text) > MAX_IMAGE_BYTES) return TOO_LARGE;
  const bytes = Buffer.from(text, 'base64');
  // Only the one canonical spelling can be answered again just as it was given.
  if (bytes.toString('base64') !== text) return NOT_AN_IMAGE;
  const header = await readHeader(bytes, prefix[1], check);
  return typeof header === 'string' ? header : imageData(bytes, header, prefix[0]);
}

/**
 * Reads an uploaded file, whose type is what the client says it is, or `application/octet-stream` where it does not know: the
 * image without its metadata, or why it is refused.
 */
export async function readFile(
  { buffer, mimetype }: { buffer: Buffer; mimetype: string },
  check: CheckImage,
): Promise<ImageData | string> {
  const header = await readHeader(buffer, mimetype === UNKNOWN_TYPE ? undefined : mimetype, check);
  if (typeof header === 'string') return header;
  const type = mimetype === UNKNOWN_TYPE ? typeOf(header) : mimetype;
  return imageData(stripMetadata(buffer, header), header, `data:${type};base64,`);
}

async function readHeader(
  bytes: Buffer,
  declared: string | undefined,
  check: CheckImage,
): Promise<ImageHeader | string> {
  if (bytes.length === 0) return NOT_AN_IMAGE;
  if (declared && OTHER_TYPE.test(declared)) return otherKind(declared);
  if (hasTooManyScans(bytes)) return TOO_SLOW;
  try {
    const header = await check(bytes);
    if (!header || !FORMATS.includes(header.format)) return NOT_AN_IMAGE;
    if (header.width * header.height > MAX_IMAGE_PIXELS) return TOO_MANY_PIXELS;
    if (!header.isWhole) return NOT_AN_IMAGE;
    const isDeclared = !declared || declared.toLowerCase().replace('image/jpg', 'image/jpeg') === typeOf(header);
    return isDeclared ? header : `The file is called ${declared}, but its content is ${typeOf(header)}`;
  } catch (error) {
    if (error instanceof DecodingFailed) return TOO_SLOW;
    throw error;
  }
}

/** The screens say it in the same words. */
function otherKind(type: string): string {
  const [, name] = /^image\/(?:x-)?([a-z0-9]{2,8})(?:\+xml)?$/i.exec(type) ?? [];
  const kind = name?.toUpperCase() ?? 'This kind of image';
  return `${kind} is not supported: save it as ${kind === 'SVG' ? 'PNG' : 'JPEG'}`;
}

function typeOf({ format }: ImageHeader): string {
  return `image/${format}`;
}

function imageData(bytes: Buffer, header: ImageHeader, prefix: string): ImageData {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), type: typeOf(header), bytes, prefix };
}

function decodedLength(base64: string): number {
  return Math.floor((base64.length * 3) / 4) - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);
}
