import { http } from '@ecom-crm/openapi/http';
import { useQuery } from '@tanstack/react-query';

interface Totals {
  byStatus: { status: string; total: number; isExact: boolean }[];
}

const KINDS_WITH_STATUS = ['problem', 'question', 'update'];

/** Whether records of a kind have statuses that are counted. */
export const isCountedByStatus = (kind: string): boolean => KINDS_WITH_STATUS.includes(kind);

/** How many records of a kind have each status; undefined where it has none, or they are not known. */
export function useStatusTotals(kind: string): Totals['byStatus'] | undefined {
  const { data } = useQuery({
    queryKey: ['/api/statistics', kind],
    queryFn: ({ signal }) => http<Totals>(`/api/statistics/${kind}`, { signal }),
    enabled: isCountedByStatus(kind),
  });
  return data?.byStatus;
}
