import { decoder, MAX_IMAGE_PIXELS } from './image-data';

const SECONDS = 5;

/** A WebP of `size` × `size` pixels at most, cut to its middle; null where the bytes cannot be decoded in time. */
export async function makeThumbnail(bytes: Buffer, size: number): Promise<Buffer | null> {
  const image = await decoder(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'none' });
  return image
    .rotate()
    .resize(size, size, { fit: 'cover', withoutEnlargement: true })
    .webp({ quality: 75 })
    .timeout({ seconds: SECONDS })
    .toBuffer()
    .catch(() => null);
}
