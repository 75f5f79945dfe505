import { Injectable } from '@nestjs/common';
import sharp from 'sharp';

/** Decodings under way at once: each may hold the pixels of a large photo. */
const AT_ONCE = 2;
const SECONDS = 5;

/** Makes small square WebP pictures of stored images. */
@Injectable()
export class Thumbnails {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** A WebP of `size` × `size` pixels at most, cut to its middle; null where the bytes cannot be decoded in time. */
  async make(bytes: Buffer, size: number): Promise<Buffer | null> {
    while (this.running >= AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running++;
    try {
      return await sharp(bytes, { limitInputPixels: 40_000_000, failOn: 'none' })
        .rotate()
        .resize(size, size, { fit: 'cover', withoutEnlargement: true })
        .webp({ quality: 75 })
        .timeout({ seconds: SECONDS })
        .toBuffer();
    } catch {
      return null;
    } finally {
      this.running--;
      this.waiting.shift()?.();
    }
  }
}
