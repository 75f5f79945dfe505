import type { Colleague } from './colleagues';
import { recalledProduct } from './recall';

interface DemoUpdate {
  title: string;
  content: string;
  status: 'active' | 'archived';
  daysAgo: number;
  /** The product that it names, if it is about one. */
  sku?: string;
  by: Colleague;
}

/** What the demo shop's staff have told each other, the oldest first. */
export const demoUpdates: DemoUpdate[] = [
  {
    title: 'Stocktaking on Saturday',
    content:
      'The shop stays closed on Saturday. Whoever helps gets a free day and lunch.\n\nMeeting point: 8:00 at the loading ramp.',
    status: 'archived',
    daysAgo: 84,
    by: 0,
  },
  {
    title: 'How we answer questions about fit',
    content:
      'Always ask for the VIN and the key numbers, never rely on model and year alone.\n\nWrite into the response which catalogue you looked it up in, so that a colleague need not ask again.',
    status: 'active',
    daysAgo: 78,
    by: 2,
  },
  {
    title: 'Photos: front, side, label',
    content:
      'Three photos for every new product: the part from the front, from the side, and the label on the box. Grey background, no hands.',
    status: 'active',
    daysAgo: 66,
    by: 3,
  },
  {
    title: 'Autera bulbs: new packaging',
    content:
      'The new boxes hold two bulbs, the old ones held one. The SKU stays the same, so please check before you send.',
    status: 'active',
    daysAgo: 52,
    by: 1,
  },
  {
    title: 'Returns without a box',
    content:
      'We take parts back without their box if they were never fitted. Deduct nothing below 50 euros; above that ask Hanna.',
    status: 'active',
    daysAgo: 41,
    by: 0,
  },
  {
    title: 'New carrier for batteries',
    content:
      'Batteries go by pallet from Monday on: the parcel service no longer takes dangerous goods. Delivery takes one day longer; please say so on the phone.',
    status: 'active',
    daysAgo: 30,
    by: 1,
  },
  {
    title: 'Thank you for a strong month',
    content:
      'Nine out of ten questions were answered within a day, and the number of returns fell for the third month in a row. Cake is in the kitchen.',
    status: 'archived',
    daysAgo: 23,
    by: 0,
  },
  {
    title: 'Winter opening hours',
    content:
      'From November to March the counter opens at 7:00 and closes at 18:00, Saturdays at 13:00.\n\nOrders before 15:00 leave the same day, as always.',
    status: 'active',
    daysAgo: 16,
    by: 0,
  },
  {
    title: 'Price list of Veloria changes on the 1st',
    content:
      'Veloria raises its prices by 4 % on average. Offers that are open now keep the old price until the end of the month.',
    status: 'active',
    daysAgo: 6,
    by: 3,
  },
  {
    title: 'Recall: Kestrel ribbed belts, batch 2231',
    content: `Belts ${recalledProduct().sku} of batch 2231 may fray at the edge. The batch is printed on the back, next to the arrow.\n\n1. Put the stock of the batch on the red shelf.\n2. Offer customers an exchange, no questions asked.\n3. Log every case as a problem, with a photo of the print.`,
    status: 'active',
    daysAgo: 1.1,
    sku: recalledProduct().sku,
    by: 2,
  },
];
