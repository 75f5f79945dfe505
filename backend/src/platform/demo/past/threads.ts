import { demoProducts, type DemoProduct } from '../products';
import { pick, seeded, type Random } from '../random';

/** A question or a problem of the demo shop, with what was answered. */
export interface DemoThread {
  title: string;
  description: string;
  status: 'open' | 'in_progress' | 'resolved';
  responses: string[];
  /** Which of the responses are what the customer said, by their index. */
  fromCustomer: readonly number[];
  product: DemoProduct;
  /** How long ago it came in, where that is not left to chance. */
  daysAgo?: number;
}

/** One conversation, told about a product; `codes` are the kinds of part that it can be about. */
export interface Story {
  codes: readonly string[];
  title: (product: DemoProduct) => string;
  description: (product: DemoProduct) => string;
  /** In order; where the last one settles the matter, the thread is resolved. */
  responses: readonly ((product: DemoProduct) => string)[];
  /** Which of the responses are what the customer said, by their index. */
  fromCustomer?: readonly number[];
  settled: boolean;
}

/** Tells every story about `times` different products of a fitting kind, the same at every call. */
export function tell(stories: readonly Story[], times: number, seed: number): DemoThread[] {
  const random = seeded(seed);
  const products = demoProducts();
  const told = new Map(stories.map((story) => [story, new Set<DemoProduct>()]));
  return Array.from({ length: times }, () => stories)
    .flat()
    .map((story) => {
      const before = told.get(story) ?? new Set();
      const fitting = products.filter((product) => story.codes.includes(product.kind.code) && !before.has(product));
      const product = pick(random, fitting);
      before.add(product);
      return thread(story, product, random);
    });
}

function thread(story: Story, product: DemoProduct, random: Random): DemoThread {
  const answered =
    story.settled && random() < 0.7 ? story.responses.length : Math.floor(random() * (story.responses.length + 1));
  const settled = story.settled && answered === story.responses.length;
  return {
    title: story.title(product),
    description: story.description(product),
    status: settled ? 'resolved' : answered > 0 ? 'in_progress' : 'open',
    responses: story.responses.slice(0, answered).map((response) => response(product)),
    fromCustomer: story.fromCustomer ?? [],
    product,
  };
}
