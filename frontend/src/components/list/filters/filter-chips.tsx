import { CloseOutlined } from '@ant-design/icons';
import { useListTags } from '@ecom-crm/openapi/tags/tags';
import type { ReactNode } from 'react';
import { Person } from '../../people/person';
import { formatDate } from '../../ui/time-ago';
import type { FilterName, FilterValues } from './filter-values';
import { ProductNames } from '../../products/product-names';
import type { ListFilters } from './use-list-filters';

interface FilterChipsProps {
  filters: ListFilters;
  /** What else one does with what the list shows. */
  children?: ReactNode;
}

/** The filters that are set, each with a button that takes it out; nothing where the list shows everything. */
export function FilterChips({ filters, children }: FilterChipsProps) {
  const { values, set, clear, isFiltered, isPart } = filters;
  if (!isPart) return null;
  if (!isFiltered) return children;
  const chips = (Object.keys(values) as FilterName[]).flatMap((name) => chipsOf(name, filters));
  function remove(button: HTMLElement, rest: Chip['rest']) {
    const next = button.closest('li')?.nextElementSibling?.querySelector('button');
    // The button goes.
    (next ?? document.getElementById('list-filter'))?.focus();
    set(rest);
  }
  function clearAll() {
    // The button goes.
    document.getElementById('list-filter')?.focus();
    clear();
  }
  return (
    <div className="filter-chips">
      <ul aria-label="Filters">
        {chips.map(({ key, label, rest }) => (
          <li key={key}>
            <button type="button" className="filter-chip" onClick={({ currentTarget }) => remove(currentTarget, rest)}>
              <span className="visually-hidden">Remove filter: </span>
              <span dir="auto">{label}</span>
              <CloseOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="filter-link" onClick={clearAll}>
        Clear filters
      </button>
      {children}
    </div>
  );
}

interface Chip {
  key: string;
  label: ReactNode;
  /** What the address has without it. */
  rest: Partial<Record<FilterName, string | undefined>>;
}

function chipsOf(name: FilterName, { values, statuses }: ListFilters): Chip[] {
  if (name !== 'tag') return [{ key: name, label: LABELS[name](values, statuses), rest: { [name]: undefined } }];
  const tags = values.tag?.split(',') ?? [];
  return tags.map((tag) => ({
    key: `tag ${tag}`,
    label: <TagName id={Number(tag)} />,
    rest: { tag: tags.filter((one) => one !== tag).join(',') || undefined },
  }));
}

const LABELS: Record<
  Exclude<FilterName, 'tag'>,
  (values: FilterValues, statuses: ListFilters['statuses']) => ReactNode
> = {
  status: ({ status }, statuses) => {
    const chosen = statuses.filter(({ value }) => status?.split(',').includes(value));
    return chosen.map(({ label }) => label).join(' or ');
  },
  assignee: ({ assignee }) => {
    if (assignee === 'me') return 'Assigned to me';
    if (assignee === 'none') return 'Unassigned';
    return (
      <>
        Assigned to <Person id={Number(assignee)} />
      </>
    );
  },
  product: ({ product }) => (
    <>
      Product: <ProductNames ids={product} />
    </>
  ),
  createdFrom: ({ createdFrom = '' }) => `Created from ${formatDate(createdFrom)}`,
  createdTo: ({ createdTo }) => `Created until ${lastDay(createdTo)}`,
  waitingFrom: ({ waitingFrom = '' }) => `Waiting since ${formatDate(waitingFrom)} or later`,
  waitingTo: ({ waitingTo }) => `Waiting since ${lastDay(waitingTo)} or earlier`,
  waiting: ({ waiting }) => (waiting ? 'Customer waits' : 'Customer does not wait'),
  snoozed: ({ snoozed }) => (snoozed ? 'Snoozed' : 'Not snoozed'),
  hasImages: ({ hasImages }) => (hasImages ? 'With images' : 'Without images'),
  field: ({ field }) => field?.replace(':', ': '),
};

/** The last day before a time. */
function lastDay(time = ''): string {
  return formatDate(new Date(Date.parse(time) - 1).toISOString());
}

function TagName({ id }: { id: number }) {
  const { data: tags } = useListTags();
  return <>Tag: {tags?.find((tag) => tag.id === id)?.name ?? (tags ? 'deleted' : '')}</>;
}
