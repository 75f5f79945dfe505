import { tell, type DemoThread, type Story } from './threads';

const every = ['BD', 'BP', 'SA', 'CS', 'WB', 'AW', 'OF', 'AF', 'SP', 'VB', 'CD', 'EO', 'BT', 'HB', 'WI'];

const stories: Story[] = [
  {
    codes: every,
    title: ({ sku }) => `${sku} arrived in a crushed box`,
    description: ({ name }) =>
      `The parcel with "${name}" was wet and crushed at one corner, photos attached. The driver did not want to wait. Is the part still usable?`,
    responses: [
      () =>
        'That should not happen, we are sorry. Please do not fit it. A new one leaves the warehouse today, and the return label for the old one is in your mailbox.',
      () => 'The replacement has arrived undamaged.',
    ],
    fromCustomer: [1],
    settled: true,
  },
  {
    codes: ['BD', 'BP'],
    title: ({ sku }) => `Brakes squeal since ${sku} was fitted`,
    description: (product) =>
      `Fitted two weeks ago on my ${product.vehicle ?? 'car'}, 600 km since. At low speed they squeal loudly, only when warm. The garage says the part is at fault.`,
    responses: [
      () =>
        'Were the guides cleaned and the contact faces greased when it was fitted? Please send us a photo of the pads and the invoice of the garage.',
      () => 'Photos are attached now. The guides look dry to me.',
      () =>
        'We agree, that is the cause. The garage will grease them free of charge; should it squeal again after that, we exchange the set.',
    ],
    fromCustomer: [1],
    settled: true,
  },
  {
    codes: ['BT'],
    title: ({ sku }) => `${sku} is flat after three days`,
    description: () =>
      'The battery was charged when it arrived, 12.7 V. After three days in the car it was down to 11.2 V. The old one held for weeks.',
    responses: [
      () =>
        'Please let the quiescent current be measured: more than 50 mA would point to the car. If it is below, we take the battery back at once.',
    ],
    settled: false,
  },
  {
    codes: ['OF', 'EO', 'AF'],
    title: ({ sku }) => `Wrong part in the box of ${sku}`,
    description: ({ sku, ean }) =>
      `The label outside says ${sku} (EAN ${ean}), the part inside is another one: the thread is too small by far. Photo of both attached.`,
    responses: [
      () =>
        'Thank you for the photo. The box was packed wrongly by the supplier; we are checking the rest of the batch now.',
      () => 'All 14 boxes of the batch are checked, two more were wrong. Yours was sent by express this morning.',
    ],
    settled: true,
  },
  {
    codes: ['SA', 'CS', 'WB'],
    title: ({ sku }) => `Noise from the axle after fitting ${sku}`,
    description: (product) =>
      `Clonking over every bump since yesterday (${product.vehicle ?? 'an older car'}). Everything was tightened with a torque wrench.`,
    responses: [
      () => 'Was the upper mount changed as well? With an old mount the new part has play. Please look at that first.',
    ],
    settled: false,
  },
  {
    codes: ['AW'],
    title: ({ sku }) => `Scratches on two wheels of ${sku}`,
    description: () =>
      'Two of the four wheels have deep scratches on the rim edge. They are not fitted yet. I would keep them for a discount.',
    responses: [
      () => 'We can offer 20 % on the two wheels, or exchange them. Which would you prefer?',
      () => 'The discount is fine.',
    ],
    fromCustomer: [1],
    settled: true,
  },
  {
    codes: ['WI', 'HB'],
    title: ({ sku }) => `${sku} failed within a month`,
    description: ({ name }) => `"${name}" gave up after four weeks. It is the second one in a row.`,
    responses: [],
    settled: false,
  },
  {
    codes: every,
    title: ({ sku }) => `Refund for ${sku} has not arrived`,
    description: () =>
      'I sent the part back on the 2nd, the tracking says delivered on the 4th. No refund so far, and nobody answers the phone.',
    responses: [
      () =>
        'The return was booked under another order, we have corrected that. The refund was issued today and takes two or three working days.',
    ],
    settled: true,
  },
];

/** The problems of the demo shop's customers. */
export function demoProblems(): DemoThread[] {
  return tell(stories, 4, 1138);
}
