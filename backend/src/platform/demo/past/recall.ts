import type { DataSource } from 'typeorm';
import { demoProducts, type DemoProduct } from '../products';
import type { Shop } from '../shop';
import { addColleagues } from './colleagues';
import { inThePast } from './past';
import { productPhotos } from './photos';
import type { DemoThread } from './threads';
import { FIRST_DAYS_AGO, workdayAgo } from './timeline';

const about = [
  ['frays at the edge', 'The belt frays at the edge after 900 km. The print on the back says batch 2231.'],
  ['squeals and loses threads', 'It squeals when cold, and threads hang out at one side. Batch 2231, photo attached.'],
  ['came off on the motorway', 'The belt frayed and came off at 120 km/h. Nobody was hurt. It is from batch 2231.'],
  ['has lost a rib', 'One of the ribs is gone after three weeks. Next to the arrow stands batch 2231.'],
  [
    'is torn after two weeks',
    'Fitted by our garage two weeks ago, the belt frays and is torn half through. Batch 2231.',
  ],
  ['frays, second one', 'The exchanged belt frays as well. Please send one that is not from batch 2231.'],
  ['leaves rubber in the engine bay', 'Black crumbs all over, and the edge of the belt frays. Batch 2231.'],
];

/** The product with a bad batch: a ribbed belt of Kestrel. */
export function recalledProduct(): DemoProduct {
  const found = demoProducts().find(({ sku }) => sku.startsWith('KS-VB-'));
  if (!found) throw new Error('The demo shop has no ribbed belt of Kestrel.');
  return found;
}

/** The problems with the bad batch, all of the last week. */
export function demoRecall(): DemoThread[] {
  const product = recalledProduct();
  return about.map(([what, description], index) => {
    const isAnswered = index % 3 === 2;
    return {
      title: `${product.sku} ${what}`,
      description,
      status: isAnswered ? 'in_progress' : 'open',
      responses: isAnswered
        ? ['We are sorry. Please do not drive with it; a new one from another batch is on its way.']
        : [],
      fromCustomer: [],
      product,
      daysAgo: 4 - index * 0.5,
    };
  });
}

/**
 * Adds the recalled product with a date in the past, if it is missing: a product is said to have more problems than
 * expected only if it has been sold for some months.
 */
export async function addRecalledProduct({ manager }: DataSource, shop: Shop, now: Date): Promise<number> {
  const product = recalledProduct();
  const { name, sku, ean, vehicle, description, extraFields } = product;
  const there = await manager.query<unknown[]>('SELECT FROM products WHERE sku = $1', [sku]);
  if (there.length > 0) return 0;
  const values = {
    ...{ name, sku, ean, description },
    ...(vehicle && { vehicle }),
    extra_fields: JSON.stringify(extraFields),
    images: JSON.stringify(await productPhotos(shop, product, product.photos)),
  };
  await manager.transaction(async (transaction) => {
    const [by] = await addColleagues(transaction);
    await inThePast(transaction, (past) =>
      past.insert({ table: 'products', at: workdayAgo(FIRST_DAYS_AGO, now), by, values }),
    );
  });
  return 1;
}
