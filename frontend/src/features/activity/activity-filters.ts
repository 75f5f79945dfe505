import { useSearchParams } from 'react-router-dom';

/** What of the activity is shown, as the address says it. */
export interface ActivityFilters {
  kind: string;
  person: string;
  day: string;
}

const DAY = /^[12]\d{3}-\d\d-\d\d$/;

export function useActivityFilters(): ActivityFilters {
  const [params] = useSearchParams();
  const [kind = '', person = '', day = ''] = ['kind', 'person', 'day'].map((name) => params.get(name) ?? '');
  return { kind, person: /^[1-9]\d{0,8}$/.test(person) ? person : '', day: startOf(day) ? day : '' };
}

/** Where the API has the entries; a day is one in the time zone of the browser. */
export function activityUrl({ kind, person, day }: ActivityFilters, limit: number): string {
  const query = new URLSearchParams({ limit: String(limit) });
  if (kind) query.set('kind', kind);
  if (person) query.set('userId', person);
  const since = startOf(day);
  if (since) {
    query.set('since', since.toISOString());
    query.set('until', new Date(since.getFullYear(), since.getMonth(), since.getDate() + 1).toISOString());
  }
  return `/api/activity?${query}`;
}

function startOf(day: string): Date | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return DAY.test(day) && !Number.isNaN(Date.parse(day)) ? new Date(year, month - 1, date) : undefined;
}
