import { formatDate, formatDateTime, useTimeAgo } from './time-ago';

/** When something was created, and how long ago while that is short; `label` stands before the time. */
export function CreatedAt({ time, label }: { time: string; label?: string }) {
  const ago = useTimeAgo(time);
  return (
    <p className="created-at small muted">
      {label} <Time time={time} />
      {ago !== formatDate(time) && ` · ${ago}`}
    </p>
  );
}

/** A moment, for people and for machines. */
export function Time({ time }: { time: string }) {
  return <time dateTime={time}>{formatDateTime(time)}</time>;
}
