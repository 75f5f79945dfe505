import sharp from 'sharp';

/** Makes a real JPEG of random noise, which hardly compresses: 1,000 x 1,000 pixels are about 1 MB. */
export function noisePhoto(width: number, height = width): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 93 })
    .toBuffer();
}

/** Makes a JPEG of 8 MB as a phone does: 12 million pixels full of detail, taken upright, which its Exif says. */
export async function phonePhoto(): Promise<Buffer> {
  const [width, height] = [4032, 3024];
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const detail = sharp({ create: { width: width / 2, height: height / 2, channels: 3, background: '#888', noise } });
  return sharp(await detail.greyscale().png({ compressionLevel: 0 }).toBuffer())
    .resize(width, height)
    .toColourspace('srgb')
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 99 })
    .toBuffer();
}

/** Makes a small JPEG of one colour. */
export function plainPhoto(colour: string, width = 320, height = 240): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
}

/** Fills a JPEG up to exactly `size` bytes with comments, so that it stays a JPEG that every decoder reads. */
export function padPhoto(jpeg: Buffer, size: number): Buffer {
  const segments: Buffer[] = [];
  let missing = size - jpeg.length;
  while (missing > 0) {
    const whole = missing > 65_535 ? Math.min(65_535, missing - 4) : missing; // no comment is under 4 bytes
    if (whole < 4) throw new Error(`${missing} bytes are too few for a comment`);
    const segment = Buffer.alloc(whole, 0x20);
    segment.writeUInt16BE(0xfffe, 0);
    segment.writeUInt16BE(whole - 2, 2);
    segments.push(segment);
    missing -= whole;
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** The data URL of a JPEG. */
export function dataUrl(jpeg: Buffer): string {
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}

/** The file as a person would pick it. */
export function photoFile(name: string, buffer: Buffer): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: 'image/jpeg', buffer };
}
