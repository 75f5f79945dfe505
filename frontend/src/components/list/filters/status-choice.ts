import { useSearchParams } from 'react-router-dom';
import type { ListFilters } from './use-list-filters';

/** Which statuses are chosen, one or several; without any the list has all. */
export function useStatusChoice({ statuses, set }: ListFilters) {
  const chosen = useSearchParams()[0].get('status')?.split(',') ?? [];
  const isChosen = (status: string) => chosen.includes(status);
  return {
    isChosen,
    toggle: (status: string) => {
      const next = statuses.map(({ value }) => value).filter((value) => isChosen(value) !== (value === status));
      set({ status: next.length > 0 && next.length < statuses.length ? next.join(',') : undefined });
    },
  };
}
