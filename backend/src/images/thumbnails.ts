import sharp from 'sharp';
import { MAX_IMAGE_PIXELS } from './image-data';

const SECONDS = 5;

/** A WebP of `size` × `size` pixels at most, cut to its middle; null where the bytes cannot be decoded in time. */
export async function makeThumbnail(bytes: Buffer, size: number): Promise<Buffer | null> {
  return sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'none' })
    .rotate()
    .resize(size, size, { fit: 'cover', withoutEnlargement: true })
    .webp({ quality: 75 })
    .timeout({ seconds: SECONDS })
    .toBuffer()
    .catch(() => null);
}
