import type { EntityManager } from 'typeorm';
import type { Past, PastRow } from './past';
import type { TagIds } from './tags';

/** Adds the shared views that are missing, by name. */
export async function addViews(
  manager: EntityManager,
  past: Past,
  tagIds: TagIds,
  step: Pick<PastRow, 'at' | 'by'>,
): Promise<void> {
  const views = [
    { name: 'Nobody has it', list: 'queue', query: 'assignee=none' },
    { name: 'Warranty', list: 'problem', query: `tag=${tagIds.get('Warranty')}` },
  ];
  const rows = await manager.query<{ name: string }[]>('SELECT name FROM views WHERE is_shared');
  for (const view of views)
    if (!rows.some(({ name }) => name === view.name))
      await past.insert({ table: 'views', ...step, values: { ...view, is_shared: 'true' } });
}
