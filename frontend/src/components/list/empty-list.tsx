import { InboxOutlined, SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useSetParameter } from '../lib/use-set-parameter';
import { LinkButton } from '../ui/link-button';
import type { ListFilters } from './filters/use-list-filters';
import type { StatusFilter } from './head/use-status-filter';

interface EmptyListProps {
  text: string;
  /** What the records are called in a sentence, such as `questions`. */
  things: string;
  /** What was searched for; empty where the whole list is shown. */
  q: string;
  onClear: () => void;
  filter?: StatusFilter<string>;
  filters?: ListFilters;
  /** Whether the search has more matches than it looked through. */
  isCut?: boolean;
  /** What such a list is for, where it has no record at all. */
  hint: string;
  first: { label: string; path: string };
  /** What else one can do about an empty list. */
  action?: ReactNode;
}

/** Says that a list has nothing to show: no record at all, or none that matches the search and the status. */
export function EmptyList({ text, things, q, onClear, filter, filters, isCut, hint, first, action }: EmptyListProps) {
  const setParameter = useSetParameter();
  const status = filter?.statuses.find(({ value }) => value === filter.chosen);
  const isFiltered = filters?.isFiltered === true;
  const isAll = !q && !status && !isFiltered;
  function clearSearch() {
    // The button goes, here and below.
    document.getElementById('search')?.focus();
    onClear();
  }
  function clearFilters() {
    document.getElementById('list-filter')?.focus();
    filters?.clear();
  }
  const focusTitle = () => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  function lookThroughAll() {
    focusTitle();
    setParameter('sort', 'newest');
  }
  function showAllStatuses() {
    focusTitle();
    filter?.keep(undefined);
    setParameter('status', undefined);
  }
  return (
    <div className="state" role={isAll ? undefined : 'status'}>
      {isAll ? (
        <InboxOutlined className="state-icon" aria-hidden />
      ) : (
        <SearchOutlined className="state-icon" aria-hidden />
      )}
      <p className="state-text">{text}</p>
      <p className="muted no-match">
        {isAll ? hint : noMatchText({ things, q, status: status?.label, isFiltered, isCut })}
      </p>
      <div className="empty-list-actions">
        {isAll && <LinkButton to={first.path}>{first.label}</LinkButton>}
        {isAll && action}
        {isCut && <Button onClick={lookThroughAll}>Look through all</Button>}
        {q && <Button onClick={clearSearch}>Clear search</Button>}
        {isFiltered && <Button onClick={clearFilters}>Clear filters</Button>}
        {status && <Button onClick={showAllStatuses}>Show all statuses</Button>}
      </div>
    </div>
  );
}

interface Narrowed {
  things: string;
  q: string;
  status: string | undefined;
  isFiltered: boolean;
  isCut: boolean | undefined;
}

function noMatchText({ things, q, status, isFiltered, isCut }: Narrowed): string {
  if (!status && !isFiltered) return `Nothing matches “${q}”.`;
  const wanted = [...(q ? [`“${q}”`] : []), ...(isFiltered ? ['the filters'] : [])].join(' and ');
  return `No ${status ? `${status.toLowerCase()} ` : ''}${things}${wanted ? ` match ${wanted}` : ''}${isCut ? ' among the best 1,000 matches of the search' : ''}.`;
}
