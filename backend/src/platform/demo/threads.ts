import { demoProducts, type DemoProduct } from './products';
import { pick, seeded, type Random } from './random';
import { existingValues, type Shop } from './shop';

/** A question or a problem of the demo shop, with what was answered. */
export interface DemoThread {
  title: string;
  description: string;
  status: 'open' | 'in_progress' | 'resolved';
  responses: string[];
  product: DemoProduct;
}

/** One conversation, told about a product; `codes` are the kinds of part that it can be about. */
export interface Story {
  codes: readonly string[];
  title: (product: DemoProduct) => string;
  description: (product: DemoProduct) => string;
  /** In order; where the last one settles the matter, the thread is resolved. */
  responses: readonly ((product: DemoProduct) => string)[];
  settled: boolean;
}

/** Tells every story about `times` products of a fitting kind, the same at every call. */
export function tell(stories: readonly Story[], times: number, seed: number): DemoThread[] {
  const random = seeded(seed);
  const products = demoProducts();
  return Array.from({ length: times }, () => stories)
    .flat()
    .map((story) =>
      thread(
        story,
        pick(
          random,
          products.filter(({ kind }) => story.codes.includes(kind.code)),
        ),
        random,
      ),
    );
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
    product,
  };
}

/** Adds the threads that the shop does not have yet, by their titles, with their responses. */
export async function addThreads(
  shop: Shop,
  list: string,
  threads: { title: string; body: () => Promise<object>; responses: string[] }[],
): Promise<{ added: number; there: number }> {
  const titles = await existingValues(shop, list, 'title');
  let added = 0;
  for (const { title, body, responses } of threads) {
    if (titles.has(title)) continue;
    titles.add(title);
    const { id } = await create(shop, list, await body());
    for (const response of responses) await create(shop, `${list}/${id}/responses`, { response });
    added += 1;
  }
  return { added, there: threads.length - added };
}

async function create(shop: Shop, path: string, body: object): Promise<{ id: number }> {
  const answer = await shop.send('POST', path, body);
  if (answer.status !== 201) throw new Error(`${path} refused a record: ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { id: number };
}
