import { useQueryClient, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Page } from '@ecom-crm/openapi/http';

/** The query of the list that was on the screen last, by the list's address in the API. */
const shown = new Map<string, QueryKey>();

/** Notes that a list is on the screen, under the query that holds its pages. */
export function useShownList(list: string, queryKey: QueryKey): void {
  useEffect(() => {
    shown.set(list, queryKey);
  });
}

/** The numbers of the records of the list that was shown last, in its order, as far as it was read. */
export function useShownIds(list: string): number[] {
  const queryClient = useQueryClient();
  const queryKey = shown.get(list);
  const data = queryKey && queryClient.getQueryData<InfiniteData<Page<{ id: number }>>>(queryKey);
  return data?.pages.flatMap(({ items }) => items.map(({ id }) => id)) ?? [];
}
