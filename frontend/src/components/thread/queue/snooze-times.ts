/** When the day begins for those who come back to something, hours. */
const MORNING_HOUR = 8;
const LATER_HOURS = 3;
const MONDAY = 1;

export interface SnoozeTime {
  key: string;
  label: string;
  until: Date;
}

/** The times that something is put off until most often: later today, tomorrow morning, and the next Monday morning after it. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const later = new Date(now);
  later.setHours(now.getHours() + LATER_HOURS, 0, 0, 0);
  const daysToMonday = (MONDAY - now.getDay() + 7) % 7 || 7;
  return [
    {
      key: 'later',
      label: later.getDate() === now.getDate() ? 'Later today' : `In ${LATER_HOURS} hours`,
      until: later,
    },
    { key: 'tomorrow', label: 'Tomorrow morning', until: morning(now, 1) },
    { key: 'week', label: 'Next week', until: morning(now, daysToMonday === 1 ? 8 : daysToMonday) },
  ];
}

/** The beginning of the day in so many days. */
export function morning(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING_HOUR);
}
