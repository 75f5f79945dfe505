import { TextProperty } from '../../api/properties';
import { Check, OptionalIfAbsent } from '../../api/fields';
import { filterConditions, type RecordFilter } from '../../lists/filters';
import { ThreadFilterQuery } from '../../threads/thread.dto';
import { threadKindProblem, threadTypes, type ThreadType } from '../../threads/thread-types';
import type { Conditions } from './read-queue';

/** What narrows the queue, as it does the lists. */
export class QueueFilters extends ThreadFilterQuery {
  @TextProperty('Only those of this kind.', 'question', { required: false, pattern: '^[a-z][a-z-]{0,62}$' })
  @OptionalIfAbsent()
  @Check('kind', threadKindProblem)
  kind?: string;
}

/** The kinds that filters ask for, and their conditions. What is resolved or put off is left out unless it is asked for. */
export function filteredKinds(
  { kind, ...query }: QueueFilters,
  userId: number,
): { kinds: ThreadType[]; conditions: Conditions } {
  const filter: RecordFilter = { ...query, snoozed: query.snoozed ?? false, userId };
  const isUnresolved = !query.status?.includes('resolved');
  return {
    kinds: threadTypes().filter((one) => kind === undefined || one.kind === kind),
    // It names the index of what is not resolved.
    conditions: (type, bind) => [
      ...(isUnresolved ? ["status <> 'resolved'"] : []),
      ...filterConditions(type, filter, bind),
    ],
  };
}
