import { pick, seeded, type Random } from '../../../src/platform/demo/random';

export const WEEKS = 156;
const WEEK_MS = 7 * 86_400_000;
const LINES = 25;
/** Of what is launched while the shop is open, and how much more is reported in the first weeks. */
const LAUNCHED = 0.1;
const LAUNCH_WEEKS = 8;

/** A product whose problems suddenly become more. */
export interface Outbreak {
  product: number;
  from: number;
  to: number;
}

interface Product {
  id: number;
  sku: string;
  /** Problems a week in a usual one. */
  rate: number;
  /** Times are in ms. */
  launchedAt: number;
}

export interface SimulatedShop {
  products: Product[];
  outbreaks: Outbreak[];
  /** Oldest first. */
  reports: { product: number; at: number }[];
}

/** Three years of a shop: lines and products of very different rates, seasons, growth, launches and outbreaks. */
export function simulateShop(options: {
  seed: number;
  products: number;
  outbreaks: number;
  start: number;
}): SimulatedShop {
  const random = seeded(options.seed);
  const lineRates = Array.from({ length: LINES }, () => 0.03 * Math.exp(0.8 * normal(random)));
  const products = Array.from({ length: options.products }, (_, index): Product => {
    const line = Math.floor(random() * LINES);
    const isLaunched = random() < LAUNCHED;
    return {
      id: index + 1,
      sku: `${String.fromCharCode(65 + line)}X-${10_000 + index}`,
      // Within a line rates differ by some factor of three; one in a hundred is a bestseller.
      rate: lineRates[line] * Math.exp(0.8 * normal(random)) * (random() < 0.01 ? 15 : 1),
      launchedAt: options.start + (isLaunched ? random() * WEEKS * WEEK_MS : 0),
    };
  });
  const outbreaks = Array.from({ length: options.outbreaks }, () => startOutbreak(random, products, options.start));
  const reports = products.flatMap((product) => usualReports(random, product, options.start));
  for (const { product, from, to } of outbreaks) {
    const aWeek = 2 + random() * 6;
    for (let at = from + wait(random, aWeek); at < to; at += wait(random, aWeek)) reports.push({ product, at });
  }
  return { products, outbreaks, reports: reports.sort((a, b) => a.at - b.at) };
}

function startOutbreak(random: Random, products: Product[], start: number): Outbreak {
  const product = pick(random, products);
  // From the second month on, and so that it ends within the three years.
  const first = Math.max(start + 8 * WEEK_MS, product.launchedAt);
  const from = first + random() * (start + (WEEKS - 10) * WEEK_MS - first);
  return { product: product.id, from, to: from + (4 + random() * 6) * WEEK_MS };
}

function usualReports(random: Random, { id, rate, launchedAt }: Product, start: number): SimulatedShop['reports'] {
  const reports: SimulatedShop['reports'] = [];
  for (let week = 0; week < WEEKS; week++) {
    const from = start + week * WEEK_MS;
    if (from < launchedAt) continue;
    const isNew = launchedAt > start && from < launchedAt + LAUNCH_WEEKS * WEEK_MS;
    const count = poisson(random, rate * season(week) * (isNew ? 2 : 1));
    for (let report = 0; report < count; report++) reports.push({ product: id, at: from + random() * WEEK_MS });
  }
  return reports;
}

/** A wave over the year, three weeks of double in December, and a fifth more each year. */
function season(week: number): number {
  const ofYear = week % 52;
  const isHoliday = ofYear >= 48 && ofYear <= 50;
  return (1 + 0.3 * Math.sin((ofYear / 52) * 2 * Math.PI)) * (isHoliday ? 2 : 1) * 1.2 ** (week / 52);
}

/** The ms until the next report. */
function wait(random: Random, aWeek: number): number {
  return (-Math.log(1 - random()) / aWeek) * WEEK_MS;
}

function poisson(random: Random, mean: number): number {
  let count = 0;
  for (let left = mean + Math.log(1 - random()); left > 0; left += Math.log(1 - random())) count++;
  return count;
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
