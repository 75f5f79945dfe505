import { http } from '@ecom-crm/openapi/http';
import { useQuery } from '@tanstack/react-query';

interface Totals {
  byStatus: { status: string; total: number; isExact: boolean }[];
}

const KINDS_WITH_STATUS = ['problem', 'question', 'update'];

/** How many records of a kind have each status; undefined where it has none, or they are not known. */
export function useStatusTotals(kind: string): Totals['byStatus'] | undefined {
  const { data } = useQuery({
    queryKey: ['/api/statistics', kind],
    queryFn: ({ signal }) => http<Totals>(`/api/statistics/${kind}`, { signal }),
    enabled: KINDS_WITH_STATUS.includes(kind),
  });
  return data?.byStatus;
}
