import { useCallback, useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** From this age on the date says more than "40 d ago". */
const DATE_FROM_MS = 30 * DAY_MS;
const RENEWAL_MS = 30_000;

const two = (value: number) => String(value).padStart(2, '0');

/** `2026-11-24`, in the time zone of the browser: the page is in English, whatever the browser speaks. */
export function formatDate(time: string): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** `06:35`, in the time zone of the browser. */
export function formatClock(time: string): string {
  const date = new Date(time);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** `2026-11-24 06:35`, in the time zone of the browser. */
export function formatDateTime(time: string): string {
  return `${formatDate(time)} ${formatClock(time)}`;
}

/** `5,302`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

/** `just now`, `5 min ago`, `2 h ago`, `3 d ago`; from 30 days on, the date. A clock that is ahead reads "just now". */
export function formatTimeAgo(time: string, now: number): string {
  const age = now - Date.parse(time);
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h ago`;
  if (age < DATE_FROM_MS) return `${Math.floor(age / DAY_MS)} d ago`;
  return formatDate(time);
}

/** `43 d`, `5 h`: how long something has waited. */
export function formatAge(time: string, now: number): string {
  const age = Math.max(0, now - Date.parse(time));
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  return age < DAY_MS ? `${Math.floor(age / HOUR_MS)} h` : `${Math.floor(age / DAY_MS)} d`;
}

const listeners = new Set<() => void>();
let timer: number | undefined;

/** Calls back as time goes on. One timer for all that is on the screen; it stops with the last of them. */
export function onClock(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(() => {
    for (const each of listeners) each();
  }, RENEWAL_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

/** How long ago a moment was, as a text that follows the clock. Draws again only when the text changes. */
export function useTimeAgo(time: string): string {
  return useSyncExternalStore(
    onClock,
    useCallback(() => formatTimeAgo(time, Date.now()), [time]),
  );
}

/** How long ago something happened; the whole date is its title. */
export function TimeAgo({ time, className }: { time: string; className?: string }) {
  return (
    <time className={className} dateTime={time} title={formatDateTime(time)}>
      {useTimeAgo(time)}
    </time>
  );
}

/** The date and the time; its age is its title. */
export function DatedTime({ time, className }: { time: string; className?: string }) {
  return (
    <time className={className} dateTime={time} title={useTimeAgo(time)}>
      {formatDateTime(time)}
    </time>
  );
}

/** How long ago something happened within a day, before that the date and the time. */
export function AgeOrDate({ time }: { time: string }) {
  const isRecent = useSyncExternalStore(onClock, () => Date.now() - Date.parse(time) < DAY_MS);
  return isRecent ? <TimeAgo time={time} /> : <DatedTime time={time} />;
}

/** A moment, for people and for machines. */
export function Time({ time }: { time: string }) {
  return <time dateTime={time}>{formatDateTime(time)}</time>;
}
