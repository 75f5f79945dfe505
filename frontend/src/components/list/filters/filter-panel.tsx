import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Fragment, useId, type ReactNode } from 'react';
import { displayName, usePeople } from '../../people/person';
import { ModalDialog } from '../../ui/modal-dialog';
import { useStatusChoice } from './status-choice';
import { DayRange } from './day-range';
import { FieldFilter } from './field-filter';
import { Check, Group } from './filter-group';
import type { FilterName } from './filter-values';
import { ProductFilter } from './product-filter';
import { TagFilter } from './tag-filter';
import type { ListFilters } from './use-list-filters';

interface PanelProps {
  filters: ListFilters;
  onClose: () => void;
}

/** All filters of a list. Each takes effect at once. */
export default function FilterPanel({ filters, onClose }: PanelProps) {
  const shown = FIELD_NAMES.filter((name) => filters.names.includes(name));
  return (
    <ModalDialog label="Filter" className="filter-dialog" onClose={onClose}>
      <div className="filter-head">
        <h2>Filter</h2>
        <Button type="text" aria-label="Close" icon={<CloseOutlined aria-hidden />} onClick={onClose} />
      </div>
      <div className="filter-fields">
        {shown.map((name) => (
          <Fragment key={name}>{FIELDS[name]?.(filters)}</Fragment>
        ))}
      </div>
      <div className="filter-foot">
        <Button disabled={!filters.isFiltered} onClick={filters.clear}>
          Clear filters
        </Button>
        <Button type="primary" onClick={onClose}>
          Show results
        </Button>
      </div>
    </ModalDialog>
  );
}

/** The field of each filter, in the order of the panel; null where the field of another one sets it. */
const FIELDS: Record<FilterName, ((filters: ListFilters) => ReactNode) | null> = {
  status: (filters) => filters.statuses.length > 0 && <StatusFilter filters={filters} />,
  assignee: (filters) => <AssigneeFilter filters={filters} />,
  tag: (filters) => <TagFilter filters={filters} />,
  product: (filters) => <ProductFilter filters={filters} />,
  createdFrom: (filters) => (
    <Group label="Created">
      <DayRange filters={filters} label="Created" from="createdFrom" to="createdTo" />
    </Group>
  ),
  createdTo: null,
  waiting: (filters) => (
    <YesOrNo filters={filters} name="waiting" label="Customer" yes="Waits for a response" no="Does not wait" />
  ),
  waitingFrom: (filters) => (
    <Group label="Waiting since">
      <DayRange filters={filters} label="Waiting since" from="waitingFrom" to="waitingTo" />
    </Group>
  ),
  waitingTo: null,
  snoozed: (filters) => <YesOrNo filters={filters} name="snoozed" label="Snoozed" yes="Snoozed" no="Not snoozed" />,
  hasImages: (filters) => (
    <YesOrNo filters={filters} name="hasImages" label="Images" yes="With images" no="Without images" />
  ),
  field: (filters) => (
    <Group label="Extra field">
      <FieldFilter filters={filters} />
    </Group>
  ),
};
const FIELD_NAMES = Object.keys(FIELDS) as FilterName[];

interface FieldProps {
  filters: ListFilters;
}

function StatusFilter({ filters }: FieldProps) {
  const { isChosen, toggle } = useStatusChoice(filters);
  return (
    <Group label="Status">
      {filters.statuses.map(({ value, label }) => (
        <Check key={value} label={label} isChecked={isChosen(value)} onChange={() => toggle(value)} />
      ))}
    </Group>
  );
}

interface ChoiceProps extends FieldProps {
  name: FilterName;
  label: string;
  options: (readonly [value: string, label: string])[];
}

function Choice({ filters: { values, set }, name, label, options }: ChoiceProps) {
  const id = useId();
  return (
    <div className="filter-group">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="plain-input"
        value={String(values[name] ?? '')}
        onChange={({ target }) => set({ [name]: target.value || undefined })}
      >
        <option value="">Any</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface YesOrNoProps extends Omit<ChoiceProps, 'options'> {
  yes: string;
  no: string;
}

function YesOrNo({ yes, no, ...props }: YesOrNoProps) {
  const options = [['true', yes] as const, ['false', no] as const];
  return <Choice {...props} options={options} />;
}

function AssigneeFilter({ filters }: FieldProps) {
  const { byId } = usePeople();
  const people = [...(byId?.values() ?? [])].map((person) => [String(person.id), displayName(person)] as const);
  const options = [['me', 'Me'] as const, ['none', 'Nobody'] as const, ...people];
  return <Choice filters={filters} name="assignee" label="Assignee" options={options} />;
}
