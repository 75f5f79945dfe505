import { Link } from 'react-router-dom';
import { usePeople, displayName } from '../../components/people/person';
import { useSetParameter } from '../../components/lib/use-set-parameter';
import { recordTypes } from '../../components/record/record-types';
import { DayInput } from '../../components/list/filters/day-input';
import { formatDate } from '../../components/ui/time-ago';
import type { ActivityFilters } from './activity-filters';
import { ACTIVITY_PATH } from './activity-paths';

/** Chooses the kind, the person and the day; the address keeps the choice. */
export function ActivityToolbar({ filters: { kind, person, day } }: { filters: ActivityFilters }) {
  const setParameter = useSetParameter();
  const { byId } = usePeople();
  const people = [...(byId?.values() ?? [])].sort((a, b) => displayName(a).localeCompare(displayName(b), 'en'));
  return (
    <div className="activity-toolbar">
      <select
        aria-label="Kind"
        className="plain-input"
        value={kind}
        onChange={({ target }) => setParameter('kind', target.value || undefined)}
      >
        <option value="">All kinds</option>
        {Object.values(recordTypes).map((type) => (
          <option key={type.kind} value={type.kind}>
            {type.count.label}
          </option>
        ))}
      </select>
      <select
        aria-label="Person"
        className="plain-input"
        value={person}
        onChange={({ target }) => setParameter('person', target.value || undefined)}
      >
        <option value="">Everybody</option>
        {people.map((one) => (
          <option key={one.id} value={one.id}>
            {displayName(one)}
          </option>
        ))}
      </select>
      <label className="activity-date">
        Day
        <DayInput
          max={formatDate(new Date().toISOString())}
          value={day}
          onChange={(value) => setParameter('day', value || undefined)}
        />
      </label>
      {(kind || person || day) && (
        <Link
          to={ACTIVITY_PATH}
          className="activity-clear"
          // The link goes.
          onClick={({ currentTarget }) => currentTarget.parentElement?.querySelector('select')?.focus()}
        >
          Clear filters
        </Link>
      )}
    </div>
  );
}
