import { ServiceUnavailableException } from '@nestjs/common';
import pLimit from 'p-limit';
import type { Sharp, SharpOptions } from 'sharp';

export const MAX_IMAGE_PIXELS = 40_000_000;
/** The longest that a decoding may take. */
export const TIMEOUT_S = 5;
/** Concurrent decodings, since each may hold the pixels of a large photo, and how many may wait. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 200;

const limit = pLimit(MAX_CONCURRENT);

/** Runs a task that decodes an image when its turn comes; 503 where too many wait already. */
export async function decoding<T>(task: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= MAX_WAITING)
    throw new ServiceUnavailableException('Too many pictures are asked for at once. Please try again');
  return limit(task);
}

/** What decodes the bytes of an image; loaded when the first one comes, since a start need not wait for it. */
export async function decoder(bytes: Buffer, options: SharpOptions): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  return sharp(bytes, options);
}

/** A WebP of `size` × `size` pixels at most, cut to its middle; null where the bytes cannot be decoded in time. */
export async function makeThumbnail(bytes: Buffer, size: number): Promise<Buffer | null> {
  const image = await decoder(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'none' });
  return image
    .rotate()
    .resize(size, size, { fit: 'cover', withoutEnlargement: true })
    .webp({ quality: 75 })
    .timeout({ seconds: TIMEOUT_S })
    .toBuffer()
    .catch(() => null);
}
