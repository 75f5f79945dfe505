import { usePeople, displayName } from '../../components/people/person';
import { useSetParameter } from '../../components/lib/use-set-parameter';
import { recordTypes } from '../../components/record/record-types';
import { formatDate } from '../../components/ui/time-ago';
import type { ActivityFilters } from './activity-filters';

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
      <input
        type="date"
        aria-label="Day"
        className="plain-input"
        max={formatDate(new Date().toISOString())}
        value={day}
        onChange={({ target }) => setParameter('day', target.value || undefined)}
      />
      {(kind || person || day) && (
        <button
          type="button"
          className="quiet-button"
          onClick={() => ['kind', 'person', 'day'].forEach((name) => setParameter(name, undefined))}
        >
          Clear filters
        </button>
      )}
    </div>
  );
}
