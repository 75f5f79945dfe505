import { useSearchParams } from 'react-router-dom';
import { useSetParameters } from '../../lib/use-set-parameter';
import type { StatusOption } from '../head/use-status-filter';
import { readFilters, type FilterName, type FilterValues } from './filter-values';

/** The filters of a list, which its address keeps. */
export interface ListFilters {
  names: readonly FilterName[];
  /** The statuses, where a list can be filtered by several. */
  statuses: readonly StatusOption<string>[];
  /** Whether one status alone is a tab of the list, and none is all of them. */
  hasStatusTabs: boolean;
  /** What is set, as the server is asked for it. */
  values: FilterValues;
  isFiltered: boolean;
  /** Whether the list shows a part, also by its search or a tab alone: that can be saved as a view. */
  isPart: boolean;
  set: (changed: Partial<Record<FilterName, string | undefined>>) => void;
  clear: () => void;
}

export function useListFilters(
  names: readonly FilterName[],
  statuses: readonly StatusOption<string>[] = [],
  { hasStatusTabs = true } = {},
): ListFilters {
  const [params] = useSearchParams();
  const setParameters = useSetParameters();
  const values = readFilters(params, names);
  // For one status that it does not know the server refuses the whole list.
  const asked = params.get('status')?.split(',') ?? [];
  const known = statuses.map(({ value }) => value).filter((value) => asked.includes(value));
  const isTab = hasStatusTabs && asked.length === 1;
  if (known.length > 0 && !isTab) values.status = known.join(',');
  else delete values.status;
  // At once: a checkbox of the filter must not go back to its old state in between.
  const set = (changed: Partial<Record<string, string | undefined>>) => setParameters(changed, { flushSync: true });
  const isFiltered = Object.keys(values).length > 0;
  return {
    names,
    statuses,
    hasStatusTabs,
    values,
    isFiltered,
    isPart: isFiltered || known.length > 0 || Boolean(params.get('q')?.trim()),
    set,
    // One status alone is a tab and stays.
    clear: () =>
      set(
        Object.fromEntries(names.filter((name) => name !== 'status' || values.status).map((name) => [name, undefined])),
      ),
  };
}
