/** How far a question or a problem is. */
export type ThreadStatus = 'open' | 'in_progress' | 'resolved';

/** Every status with its name for people, in the order of work. */
export const threadStatuses: { value: ThreadStatus; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'in_progress', label: 'In Progress' },
  { value: 'resolved', label: 'Resolved' },
];

/** The name of a status for people. */
export function statusLabel(status: ThreadStatus): string {
  return threadStatuses.find(({ value }) => value === status)?.label ?? status;
}

/** The status of a question or a problem nobody has looked at yet. */
export const NEW_THREAD_STATUS: ThreadStatus = 'open';
