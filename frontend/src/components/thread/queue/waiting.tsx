import { useSyncExternalStore } from 'react';
import { formatDateTime, onClock } from '../../ui/time-ago';
import { useResponseTargets } from './queue-api';
import './waiting.css';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `5 min`, `3 h`, `12 d`: how long a customer has waited. */
export function waitText(since: string, now: number): string {
  const age = Math.max(0, now - Date.parse(since));
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  if (age < 2 * DAY_MS) return `${Math.floor(age / HOUR_MS)} h`;
  return `${Math.floor(age / DAY_MS)} d`;
}

/** Whether the target of its kind is over. */
export function isLate(since: string, hours: number | undefined, now: number): boolean {
  return hours !== undefined && now - Date.parse(since) > hours * HOUR_MS;
}

/** How long a customer has waited for a response: red past the target of the kind. */
export function Waiting({ kind, since }: { kind: string; since: string }) {
  const hours = useResponseTargets().get(kind);
  const text = useSyncExternalStore(onClock, () => waitText(since, Date.now()));
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
