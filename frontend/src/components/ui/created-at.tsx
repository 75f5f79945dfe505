const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** When something was created, in the person's own format and time zone; `label` stands before the time. */
export function CreatedAt({ time, label }: { time: string; label?: string }) {
  return (
    <p className="created-at small muted">
      {label} <Time time={time} />
    </p>
  );
}

/** A moment, for people and for machines. */
export function Time({ time }: { time: string }) {
  return <time dateTime={time}>{format.format(new Date(time))}</time>;
}
