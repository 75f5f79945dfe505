import { DayInput } from './day-input';
import { dayOf, timeOf } from './filter-values';
import type { ListFilters } from './use-list-filters';

type TimeName = 'createdFrom' | 'createdTo' | 'waitingFrom' | 'waitingTo';

/** Ranges that end today, with how many days they are. */
const PRESETS = [
  { label: 'Today', days: 1 },
  { label: 'Last 7 days', days: 7 },
  { label: 'Last 30 days', days: 30 },
];

interface DayRangeProps {
  filters: ListFilters;
  label: string;
  from: TimeName;
  to: TimeName;
}

/** The first and the last day of a filter, with buttons that fill in both. */
export function DayRange({ filters, label, from, to }: DayRangeProps) {
  return (
    <>
      <div className="filter-days">
        <Day filters={filters} name={from} label={`${label} from`} text="From" />
        <Day filters={filters} name={to} label={`${label} until`} text="Until" isEnd />
      </div>
      <div className="filter-presets">
        {PRESETS.map((preset) => (
          <button
            key={preset.label}
            type="button"
            className="filter-link"
            onClick={() => filters.set({ [from]: dayStart(1 - preset.days), [to]: dayStart(1) })}
          >
            {preset.label}
          </button>
        ))}
      </div>
    </>
  );
}

/** When the day begins that is so many days from today. */
function dayStart(daysFromToday: number): string {
  const today = new Date();
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + daysFromToday).toISOString();
}

interface DayProps {
  filters: ListFilters;
  name: TimeName;
  label: string;
  text: string;
  isEnd?: boolean;
}

function Day({ filters: { values, set }, name, label, text, isEnd = false }: DayProps) {
  return (
    <label>
      <span className="small muted">{text}</span>
      <DayInput
        aria-label={label}
        value={dayOf(values[name], isEnd)}
        onChange={(day) => set({ [name]: timeOf(day, isEnd) })}
      />
    </label>
  );
}
