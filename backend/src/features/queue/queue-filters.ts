import { TextProperty } from '../../api/properties';
import { KIND } from '../../api/record-reference';
import { Check, OptionalIfAbsent } from '../../api/fields';
import { filterConditions, type RecordFilter } from '../../lists/filters';
import { queueDefaults } from '../../lists/query-filter';
import { ThreadFilterQuery } from '../../threads/thread.dto';
import { threadKindProblem, threadTypes, type ThreadType } from '../../threads/thread-types';
import type { Conditions } from './read-queue';

/** What narrows the queue, as it does the lists. */
export class QueueFilters extends ThreadFilterQuery {
  @TextProperty('Only those of this kind.', 'question', { required: false, pattern: KIND.source })
  @OptionalIfAbsent()
  @Check('kind', threadKindProblem)
  kind?: string;
}

/** The kinds that filters ask for, and their conditions. */
export function filteredKinds(
  { kind, ...query }: QueueFilters,
  userId: number,
): { kinds: ThreadType[]; conditions: Conditions } {
  const { hasResolved, snoozed } = queueDefaults(query);
  const filter: RecordFilter = { ...query, snoozed, userId };
  return {
    kinds: threadTypes().filter((one) => kind === undefined || one.kind === kind),
    // It names the index of what is not resolved.
    conditions: (type, bind) => [
      ...(hasResolved ? [] : ["status <> 'resolved'"]),
      ...filterConditions(type, filter, bind),
    ],
  };
}
