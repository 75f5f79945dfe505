import { useSearchParams } from 'react-router-dom';
import type { ListFilters } from './use-list-filters';

/** Which statuses are chosen, one or several; without any the list has all, or what it has by default. */
export function useStatusChoice({ statuses, hasStatusTabs, set }: ListFilters) {
  const chosen = useSearchParams()[0].get('status')?.split(',') ?? [];
  const isChosen = (status: string) => chosen.includes(status);
  return {
    isChosen,
    toggle: (status: string) => {
      const next = statuses.map(({ value }) => value).filter((value) => isChosen(value) !== (value === status));
      const isAll = hasStatusTabs && next.length === statuses.length;
      set({ status: next.length > 0 && !isAll ? next.join(',') : undefined });
    },
  };
}
