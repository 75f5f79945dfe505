import { useSyncExternalStore } from 'react';
import { formatAge, formatDateTime, onClock } from '../../ui/time-ago';
import { useResponseTargets } from './queue-api';
import './waiting.css';

const HOUR_MS = 3_600_000;

/** Whether the target of its kind is over. */
export function isLate(since: string, hours: number | undefined, now: number): boolean {
  return hours !== undefined && now - Date.parse(since) > hours * HOUR_MS;
}

/** How long a customer has waited for a response: red past the target of the kind. */
export function Waiting({ kind, since }: { kind: string; since: string }) {
  const hours = useResponseTargets().get(kind);
  const text = useSyncExternalStore(onClock, () => formatAge(since, Date.now()));
  const late = useSyncExternalStore(onClock, () => isLate(since, hours, Date.now()));
  return (
    <time
      className={late ? 'waiting waiting-late' : 'waiting'}
      dateTime={since}
      title={`Waiting since ${formatDateTime(since)}${late ? `, past the target of ${hours} h` : ''}`}
    >
      <span className="visually-hidden">{late ? 'Late, waiting ' : 'Waiting '}</span>
      {text}
    </time>
  );
}
