import type { DemoProduct } from '../products';
import { tell, type DemoThread, type Story } from './threads';

const every = ['BD', 'BP', 'SA', 'CS', 'WB', 'AW', 'OF', 'AF', 'SP', 'VB', 'CD', 'EO', 'BT', 'HB', 'WI'];
const forOneCar = ['BD', 'BP', 'SA', 'CS', 'WB', 'OF', 'AF', 'SP', 'VB', 'CD', 'WI'];
const car = ({ vehicle }: DemoProduct): string => vehicle?.replace(/ \(.*/, '') ?? 'car';

const stories: Story[] = [
  {
    codes: forOneCar,
    title: ({ sku, ...product }) => `Does ${sku} fit the ${car({ sku, ...product })} estate?`,
    description: (product) =>
      `Your page says ${product.vehicle}. Mine is the estate, first registered in March. The dealer told me that the estate has other parts on some axles. Can you check by VIN?`,
    responses: [
      () => 'Happy to. Please send us the VIN (field E of the registration) and the key numbers 2.1 and 2.2.',
      ({ sku }) =>
        `Thank you. We looked it up: ${sku} is listed for saloon and estate alike, there is no difference on this model. It fits.`,
    ],
    settled: true,
  },
  {
    codes: ['BD', 'BP'],
    title: ({ sku }) => `${sku}: is the price for one piece or for the axle?`,
    description: ({ name }) =>
      `I want to order "${name}". Is that one piece, or do I get both sides? The photo shows one only.`,
    responses: [
      ({ sku }) =>
        `The price of ${sku} is for the whole axle, so you need to order it once. We have added that to the description, thank you for the hint.`,
    ],
    settled: true,
  },
  {
    codes: every,
    title: ({ sku }) => `When will ${sku} be back in stock?`,
    description: ({ name }) =>
      `"${name}" has been out of stock for two weeks. I run a small garage and need three of them by the end of the month.`,
    responses: [
      () => 'The supplier has promised a delivery for Thursday next week. Shall we put three aside for you?',
      () => 'Yes please, three pieces, same address as last time.\n(taken by phone)',
    ],
    fromCustomer: [1],
    settled: false,
  },
  {
    codes: ['SA', 'CS'],
    title: ({ sku }) => `Fitting ${sku}: can I change one side alone?`,
    description: () =>
      'Only the left one is broken, the right one was changed a year ago. Can I fit a single one, or must it be both?',
    responses: [
      () =>
        'Always change both sides of an axle. A new and a worn one together make the car pull to one side when you brake hard.',
    ],
    settled: true,
  },
  {
    codes: ['OF', 'AF', 'EO'],
    title: ({ sku }) => `How often should ${sku} be changed?`,
    description: (product) =>
      `My ${car(product)} makes short trips in the city only, some 8,000 km a year. The service book says every two years. Is that enough?`,
    responses: [
      () =>
        'With short trips we would change it once a year, whatever the mileage: condensation and fuel get into the oil that never gets really hot.',
      () => 'Good to know. Then I will take two right away.',
    ],
    settled: true,
  },
  {
    codes: ['BT'],
    title: ({ sku }) => `Is ${sku} suitable for start-stop?`,
    description: ({ extraFields }) =>
      `My car has start-stop and an AGM battery from the factory. Your data sheet says "${extraFields.Type ?? 'standard'}". May I fit it, and does it have to be registered in the control unit?`,
    responses: [
      () =>
        'With start-stop from the factory please stay with AGM or EFB. After the change the battery should be registered; most garages do that within ten minutes.',
    ],
    settled: true,
  },
  {
    codes: ['AW'],
    title: ({ sku }) => `Is there a certificate for ${sku}?`,
    description: () =>
      'I need the ABE or the part certificate as PDF for the inspection next week. The link in the mail leads nowhere.',
    responses: [
      () =>
        'Sorry about the link. We have sent the PDF by mail just now, and the wheel is allowed without an entry if you keep the tyre size.',
    ],
    settled: true,
  },
  {
    codes: every,
    title: ({ sku }) => `Invoice for ${sku} with our VAT number`,
    description: () =>
      'We are a company in Austria and would like an invoice without VAT. Our number is ATU00000000. The order is from yesterday.',
    responses: [
      () => 'We have checked the number and corrected the invoice; it is in your account under Orders.',
      () => 'Found it, thank you!',
    ],
    settled: true,
  },
  {
    codes: ['HB'],
    title: ({ sku }) => `Are the bulbs of ${sku} sold in pairs?`,
    description: ({ extraFields }) =>
      `The description says ${Object.entries(extraFields)
        .slice(0, 2)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', ')}, but not how many are in the box.`,
    responses: [() => 'Two in a box. We always change both, so that they age alike.'],
    settled: true,
  },
  {
    codes: forOneCar,
    title: ({ sku }) => `What is the difference between ${sku} and the original part?`,
    description: (product) =>
      `The original part for my ${car(product)} costs nearly three times as much. Same manufacturer, other box, or really a different quality?`,
    responses: [
      ({ extraFields }) =>
        `${extraFields.Brand} delivers to car makers too, but this line is made for the after-market: same dimensions and approvals, no maker's logo. Two years of guarantee either way.`,
    ],
    settled: false,
  },
  {
    codes: ['WI', 'SP', 'VB', 'WB', 'CD'],
    title: ({ sku }) => `Do I need special tools for ${sku}?`,
    description: (product) =>
      `I would like to change it myself on my ${car(product)}. Is it doable at home, and which tools and torques do I need?`,
    responses: [],
    settled: false,
  },
  {
    codes: every,
    title: ({ sku }) => `Can I collect ${sku} in the shop today?`,
    description: () => 'My car stands on the lift. If it is there I could come by before six.',
    responses: [
      () => 'It is on the shelf and put aside under your name until closing time, 18:00.',
      () => 'Collected at 17:20.',
    ],
    settled: true,
  },
];

/** The questions of the demo shop's customers. */
export function demoQuestions(): DemoThread[] {
  return tell(stories, 5, 4711);
}
