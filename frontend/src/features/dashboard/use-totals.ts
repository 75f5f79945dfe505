import { http } from '@ecom-crm/openapi/http';
import { useQuery } from '@tanstack/react-query';
import { recordTypes } from '../../components/record/record-types';

interface Totals {
  byStatus: { status: string; total: number; isExact: boolean }[];
}

/** Whether records of a kind have statuses that are counted. */
export function isCountedByStatus(kind: string): boolean {
  const { isThread = false, hasStatus = isThread } = recordTypes[kind] ?? {};
  return hasStatus;
}

/** How many records of a kind have each status; undefined where it has none, or they are not known. */
export function useStatusTotals(kind: string): Totals['byStatus'] | undefined {
  const { data } = useQuery({
    queryKey: ['/api/statistics', kind],
    queryFn: ({ signal }) => http<Totals>(`/api/statistics/${kind}`, { signal }),
    enabled: isCountedByStatus(kind),
  });
  return data?.byStatus;
}
