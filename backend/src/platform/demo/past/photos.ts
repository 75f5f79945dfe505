import { photograph } from '../photos/studio';
import type { DemoProduct } from '../products';
import type { Shop } from '../shop';

/** Stores up to three photos of a product and answers how a record names them. */
export async function productPhotos(shop: Shop, { kind, look }: DemoProduct, count: number): Promise<string[]> {
  const views = (['close-up', 'boxed', 'whole'] as const).slice(0, count);
  if (views.length === 0) return [];
  const photos = await Promise.all(views.map((view) => photograph(kind.drawing, look, view)));
  const addresses = await shop.upload(photos);
  return addresses.map((address) => `data:image/webp;base64,#${address.slice(address.lastIndexOf('/') + 1)}`);
}
