import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

let numbers = 0;

/** A product that can be created as it is; only what matters to a test is named there. */
export function buildProduct(only: Record<string, unknown> = {}): Record<string, unknown> {
  const number = ++numbers;
  return { name: `Brake disc ${number}`, sku: `BD-${number}`, images: ['https://shop.example/disc.jpg'], ...only };
}

/** A real picture of the given format; `seed` makes its bytes different from others'. */
export async function buildImage(
  options: { format?: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif'; seed?: number; width?: number; height?: number } = {},
): Promise<Buffer> {
  const { format = 'png', seed = ++numbers, width = 8, height = 8 } = options;
  const background = { r: seed % 256, g: (seed >> 8) % 256, b: 99 };
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/** A picture as the data URL that a form sends. */
export async function buildDataUrl(options: Parameters<typeof buildImage>[0] = {}): Promise<string> {
  return `data:image/${options.format ?? 'png'};base64,${(await buildImage(options)).toString('base64')}`;
}

/** As large as an upload may be, nearly: 4.9 MB of pixels that no two pictures share. */
export async function buildPhoto(): Promise<string> {
  const raw = { width: 1300, height: 1250, channels: 3 } as const;
  const bytes = await sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return `data:image/png;base64,${bytes.toString('base64')}`;
}
