import type { DataSource } from 'typeorm';
import type { TrendDto, TrendWeekDto } from '../../../src/features/trends/trends.dto';

const DAY_MS = 86_400_000;

interface Entry {
  at: Date;
  kind: string;
  recordId: number;
  subjectKind: string;
  subjectId: number;
  operation: 'insert' | 'update' | 'delete';
  after: { status?: string; kind?: string; created_at?: string } | null;
}

interface Response {
  createdAt: number;
  isStaff: boolean;
}

interface Thread {
  exists: boolean;
  createdAt: number;
  status: string;
  resolvedAt: number;
  responses: Map<number, Response>;
}

/** The trends as one would work them out with a pencil: the whole change log is replayed, entry by entry. */
export async function slowTrends(source: DataSource, weeks: number, kinds: string[]): Promise<TrendDto[]> {
  const entries = await source.query<Entry[]>(`
    SELECT at, kind, record_id AS "recordId", subject_kind AS "subjectKind", subject_id AS "subjectId", operation, after
    FROM changes ORDER BY id`);
  const [{ now }] = await source.query<{ now: Date }[]>('SELECT now()');
  return kinds.map((kind) => ({ kind, weeks: weeksOf(replay(entries, kind), lastWeeks(now, weeks)) }));
}

function replay(entries: Entry[], kind: string): Thread[] {
  const threads = new Map<number, Thread>();
  for (const entry of entries.filter(({ subjectKind }) => subjectKind === kind)) {
    const thread = threads.get(entry.subjectId) ?? emptyThread();
    threads.set(entry.subjectId, thread);
    if (entry.kind === kind) followThread(thread, entry);
    if (entry.kind === `${kind}-response`) followResponse(thread, entry);
  }
  return [...threads.values()].filter(({ exists }) => exists);
}

function emptyThread(): Thread {
  return { exists: false, createdAt: 0, status: '', resolvedAt: 0, responses: new Map() };
}

function followThread(thread: Thread, { at, operation, after }: Entry): void {
  thread.exists = operation !== 'delete';
  if (after?.created_at) thread.createdAt = Date.parse(after.created_at);
  if (after?.status === 'resolved' && thread.status !== 'resolved') thread.resolvedAt = at.getTime();
  thread.status = after?.status ?? thread.status;
}

function followResponse({ responses }: Thread, { recordId, operation, after }: Entry): void {
  if (operation === 'delete') responses.delete(recordId);
  if (operation === 'insert')
    responses.set(recordId, { createdAt: Date.parse(after?.created_at ?? ''), isStaff: after?.kind === 'staff' });
}

/** The Mondays of the last weeks, in UTC, oldest first. */
function lastWeeks(now: Date, weeks: number): number[] {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const monday = today - ((now.getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: weeks }, (_, index) => monday - (weeks - 1 - index) * 7 * DAY_MS);
}

function weeksOf(threads: Thread[], mondays: number[]): TrendWeekDto[] {
  return mondays.map((monday) => {
    const isIn = (time: number): boolean => time >= monday && time < monday + 7 * DAY_MS;
    const times = threads.map(({ createdAt, responses }) => ({ createdAt, answeredAt: firstOf(responses) }));
    const answered = times.filter(({ answeredAt }) => isIn(answeredAt));
    return {
      week: new Date(monday).toISOString().slice(0, 10),
      opened: times.filter(({ createdAt }) => isIn(createdAt)).length,
      answered: answered.length,
      resolved: threads.filter(({ status, resolvedAt }) => status === 'resolved' && isIn(resolvedAt)).length,
      medianResponseSeconds: median(answered.map(({ createdAt, answeredAt }) => answeredAt - createdAt)),
    };
  });
}

/** NaN where the staff has not answered. */
function firstOf(responses: Map<number, Response>): number {
  const times = [...responses.values()].filter(({ isStaff }) => isStaff).map(({ createdAt }) => createdAt);
  return times.length === 0 ? NaN : Math.min(...times);
}

/** In seconds. */
function median(milliseconds: number[]): number | null {
  if (milliseconds.length === 0) return null;
  const sorted = [...milliseconds].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return Math.round((low + high) / 2000);
}
