import type { TotalsDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useReadTotals, type readTotals } from '@ecom-crm/openapi/statistics/statistics';
import { keepPreviousData } from '@tanstack/react-query';
import { useChangesSoon } from '../../live/change-bus';
import type { FilterValues } from '../filters/filter-values';
import { formatCount } from '../../ui/time-ago';
import { useSearchInAddress } from '../use-search-text';

/** A number of records. */
export type Total = Pick<TotalsDto, 'total' | 'isExact'>;

/** How many records a list has, in all and by status. */
export interface Totals {
  /** Undefined until they are read, and where they could not be. */
  totals: TotalsDto | undefined;
  /** Whether a search by relevance has more matches than it looks through, so that its list lacks some. */
  isCut: boolean;
  /** Whether they belong to a search before. */
  isOutdated: boolean;
}

/** Reads the totals of a list with its filters, for each status. Of a search only when it is in the address, which waits until nobody types. */
export function useTotals(
  kind: Parameters<typeof readTotals>[0],
  typed: string,
  sort?: string,
  filters: FilterValues = {},
): Totals {
  const q = useSearchInAddress() || undefined;
  const { status: _statuses, ...others } = filters;
  const asked = { ...others, q, sort: q && sort === 'relevance' ? sort : undefined } as const;
  const { data, isPlaceholderData, refetch } = useReadTotals(kind, asked, {
    query: { placeholderData: keepPreviousData },
  });
  useChangesSoon([kind], () => void refetch());
  const isCut = asked.sort !== undefined && data?.isExact === false;
  return { totals: data, isCut, isOutdated: isPlaceholderData || typed !== (q ?? '') };
}

/** `1,302`, or `2,000+` where there are more. */
export function totalText({ total, isExact }: Total): string {
  return `${formatCount(total)}${isExact ? '' : '+'}`;
}
