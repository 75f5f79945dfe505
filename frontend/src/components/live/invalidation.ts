import { getReadStatisticsQueryKey } from '@ecom-crm/openapi/statistics/statistics';
import type { Query } from '@tanstack/react-query';
import { recordTypes, recordPath } from '../record/record-types';

const [STATISTICS] = getReadStatisticsQueryKey();

/** Tells which parts of the cache such changes make out of date: lists, the records with all that belongs to them, counts. */
export function madeStaleBy(changes: { subjectKind: string; subjectId: number }[]): (query: Query) => boolean {
  const lists = new Set(changes.map(({ subjectKind }) => recordTypes[subjectKind]?.api));
  const records = new Set(
    changes.map(({ subjectKind, subjectId }) => recordPath({ kind: subjectKind, recordId: subjectId })),
  );
  return ({ queryKey: [first] }) => {
    const address = String(first);
    return (
      address === STATISTICS ||
      lists.has(address.replace(/\/search$/, '')) ||
      [...records].some((path) => isBelow(address, path))
    );
  };
}

/** Whether an address is that of a record, or of something that belongs to it. */
export function isBelow(address: string, path: string): boolean {
  return address === path || address.startsWith(`${path}/`);
}
