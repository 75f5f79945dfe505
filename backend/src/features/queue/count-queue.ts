import type { DataSource } from 'typeorm';
import type { TotalDto } from '../../lists/totals/totals.dto';
import { currentReplica, readFromReplica } from '../../platform/replicas/replica-context';
import { whereAll, type Bind } from '../../search/text-filter';
import { filteredKinds, type QueueFilters } from './queue-filters';
import type { QueueCountsDto } from './queue.dto';

/** Records of a part that are counted. */
const MAX_COUNTED = 2000;

/** What the parts ask for in addition to the filters. */
const PARTS: Record<keyof QueueCountsDto, QueueFilters> = {
  all: {},
  mine: { assignee: 'me' },
  unassigned: { assignee: 'none' },
  snoozed: { snoozed: true },
};

/** How many records each part of the queue holds, for this user: all in one statement. */
export async function countQueue(source: DataSource, filters: QueueFilters, userId: number): Promise<QueueCountsDto> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const counts = Object.entries(PARTS).map(([part, own]) => {
    const { kinds, conditions } = filteredKinds({ ...filters, ...own }, userId);
    const found = kinds.map(
      (kind) => `(SELECT FROM ${kind.table} ${whereAll(conditions(kind, bind))} LIMIT ${MAX_COUNTED + 1})`,
    );
    return `(SELECT count(*)::integer FROM (${found.join(' UNION ALL ')}) AS found) AS ${part}`;
  });
  const text = `SELECT ${counts.join(', ')}`;
  const [found] = await readFromReplica(source, currentReplica(), (from) =>
    from.query<Record<keyof QueueCountsDto, number>[]>(text, values),
  );
  return {
    all: totalOf(found.all),
    mine: totalOf(found.mine),
    unassigned: totalOf(found.unassigned),
    snoozed: totalOf(found.snoozed),
  };
}

function totalOf(found: number): TotalDto {
  return { total: Math.min(found, MAX_COUNTED), isExact: found <= MAX_COUNTED };
}
