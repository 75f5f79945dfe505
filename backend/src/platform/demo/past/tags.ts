import type { EntityManager } from 'typeorm';
import type { Past, PastRow } from './past';
import type { DemoThread } from './threads';

/** The tags of the demo shop, and which words of a thread call for each. */
const tags = [
  {
    name: 'Fitment',
    group: 'Before the sale',
    color: 'blue',
    words: /\bfit\b|\bVIN\b|suitable for|special tools|one side alone/i,
  },
  { name: 'Stock', group: 'Before the sale', color: 'teal', words: /in stock|delivery date/i },
  { name: 'Price', group: 'Before the sale', color: 'green', words: /price|invoice|discount/i },
  { name: 'Shipping', group: 'After the sale', color: 'yellow', words: /parcel|shipp|crushed|tracking|carrier/i },
  { name: 'Returns', group: 'After the sale', color: 'orange', words: /refund|return|sent the part back|wrong part/i },
  {
    name: 'Warranty',
    group: 'After the sale',
    color: 'purple',
    words: /guarantee|warranty|noise|squeal|failed|flat after/i,
  },
  { name: 'Recall', group: 'After the sale', color: 'red', words: /batch 2231/i },
];

/** The numbers of the tags, by name. */
export type TagIds = Map<string, number>;

/** Adds the tags that are missing, by name, and answers the numbers of all. */
export async function addTags(manager: EntityManager, past: Past, step: Pick<PastRow, 'at' | 'by'>): Promise<TagIds> {
  const rows = await manager.query<{ id: number; name: string }[]>('SELECT id, lower(name) AS name FROM tags');
  const ids: TagIds = new Map();
  for (const { name, group, color } of tags) {
    const known = rows.find((row) => row.name === name.toLowerCase());
    const values = { name, '"group"': group, color };
    ids.set(name, known?.id ?? (await past.insert({ table: 'tags', ...step, values })));
  }
  return ids;
}

/** The tags of a thread, as an array of PostgreSQL. */
export function tagsOf({ title, description }: DemoThread, ids: TagIds): string {
  const fitting = tags.filter(({ words }) => words.test(`${title} ${description}`));
  return `{${fitting.map(({ name }) => ids.get(name)).join()}}`;
}
