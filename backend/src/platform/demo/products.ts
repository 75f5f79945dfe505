import { ean13 } from './ean';
import type { PartKind } from './part-kind';
import { partKinds } from './part-kinds';
import { photograph, type Look, type View } from './photos/studio';
import { pick, seeded, shuffled, type Random } from './random';
import { existingValues, type Shop } from './shop';
import { vehicles } from './vehicles';

const productsPerKind = 20;
const seed = 20_250;
const brands = [
  ['NB', 'Nordbrake'],
  ['KS', 'Kestrel'],
  ['VL', 'Veloria'],
  ['HT', 'Hartwig'],
  ['AU', 'Autera'],
  ['TK', 'Tornik'],
] as const;
const views: readonly View[] = ['whole', 'close-up', 'boxed'];

/** A product of the demo shop before its photos are taken. */
export interface DemoProduct {
  name: string;
  sku: string;
  ean: string;
  vehicle?: string;
  description: string;
  extraFields: Record<string, string>;
  kind: PartKind;
  look: Look;
  photos: number;
}

/** The whole catalogue, the same at every call. */
export function demoProducts(): DemoProduct[] {
  const random = seeded(seed);
  const all = partKinds.flatMap((kind, group) =>
    Array.from({ length: productsPerKind }, (_, index) => demoProduct(kind, group * productsPerKind + index, random)),
  );
  return shuffled(random, all);
}

function demoProduct(kind: PartKind, number: number, random: Random): DemoProduct {
  const [initials, brand] = pick(random, brands);
  const { title, fields } = kind.describe(random);
  const vehicle = kind.fitsOneCar ? pick(random, vehicles) : undefined;
  const fits = vehicle ? `Fits ${vehicle}.` : 'Compare the measures with those of your car.';
  return {
    name: `${brand} ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    sku: `${initials}-${kind.code}-${40_100 + number * 7}`,
    ean: ean13(73_000_000 + number * 37),
    vehicle,
    description: `${kind.about}\n${fits} Two years of guarantee.`,
    extraFields: { Brand: brand, ...fields },
    kind,
    look: { colour: pick(random, kind.colours), size: random(), detail: number % 10 },
    photos: 1 + Math.floor(random() * views.length),
  };
}

/** Adds the products that the shop doesn't have yet, and answers how many it added and how many were there. */
export async function addDemoProducts(
  shop: Shop,
  say: (line: string) => void,
): Promise<{ added: number; there: number }> {
  const skus = await existingValues(shop, '/api/products', 'sku');
  const products = demoProducts();
  const missing = products.filter((product) => !skus.has(product.sku));
  let added = 0;
  for (const [done, product] of missing.entries()) {
    const answer = await shop.send('POST', '/api/products', await withPhotos(product));
    if (answer.status === 201) added += 1;
    else if (answer.status !== 409)
      throw new Error(`${product.sku} was refused: ${answer.status}: ${await answer.text()}`);
    if ((done + 1) % 50 === 0) say(`${done + 1} of ${missing.length} products`);
  }
  return { added, there: products.length - added };
}

async function withPhotos({ kind, look, photos, ...product }: DemoProduct) {
  const images = await Promise.all(views.slice(0, photos).map((view) => photograph(kind.drawing, look, view)));
  return { ...product, images: images.map((webp) => `data:image/webp;base64,${webp.toString('base64')}`) };
}
