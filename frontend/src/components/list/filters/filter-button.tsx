import { FilterOutlined } from '@ant-design/icons';
import { useRef, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part';
import type { ListFilters } from './use-list-filters';
import './filters.css';

const FilterPanel = lazyPart(() => import('./filter-panel'), { name: 'The filters' });

/** Opens the filters of a list. */
export function FilterButton({ filters }: { filters: ListFilters }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  function close() {
    setOpen(false);
    button.current?.focus();
  }
  return (
    <>
      <button
        ref={button}
        id="list-filter"
        type="button"
        className="plain-input filter-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <FilterOutlined aria-hidden /> <span className="filter-button-text">Filter</span>
      </button>
      {isOpen && <FilterPanel filters={filters} onClose={close} />}
    </>
  );
}
