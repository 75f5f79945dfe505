import { demoColleagues, type Colleague } from './colleagues';
import { pick, type Random } from '../random';
import type { DemoThread } from './threads';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The counter is open from 7:00 to 18:00 UTC, on all days but Sunday. */
const OPENS_H = 7;
const CLOSES_H = 18;
const SUNDAY = 0;
/** The demo shop began so many days ago. */
export const FIRST_DAYS_AGO = 90;
/** Nothing of the demo is newer than this. */
const LAST_MS = 5 * MINUTE_MS;

/** Something that was done to a thread. */
export interface Step {
  at: Date;
  by: Colleague;
}

/** When a thread came in, was answered and was settled, and by whom. */
export interface Course {
  created: Step;
  responses: Step[];
  /** When it got its status; left out where it is still open. */
  status?: Step;
}

/** A plausible course of a thread up to `now`: answered at work, mostly within hours; what is open is new, but for a few. */
export function courseOf(thread: DemoThread, random: Random, now: Date): Course {
  const created = { at: atWorkBefore(now.getTime() - ageMs(thread, random)), by: someone(random) };
  const answeredBy = someone(random);
  const steps: Step[] = [];
  let last = created.at;
  for (const index of thread.responses.keys()) {
    last = atWorkAfter(last + responseMs(index, random));
    // The first answer is the specialist's; what the customer says to it is noted by anybody.
    steps.push({ at: new Date(last), by: index % 2 === 0 ? answeredBy : someone(random) });
  }
  const start = { at: new Date(created.at), by: created.by };
  const status = statusStep(thread.status, steps, random);
  return squeeze({ created: start, responses: steps, status }, now);
}

/** The moment `daysAgo` days before `now`, at work. */
export function workdayAgo(daysAgo: number, now: Date): Date {
  return new Date(atWorkBefore(now.getTime() - daysAgo * DAY_MS));
}

function ageMs({ status, daysAgo }: DemoThread, random: Random): number {
  if (daysAgo !== undefined) return daysAgo * DAY_MS;
  const between = (from: number, to: number): number => (from + random() * (to - from)) * DAY_MS;
  if (status === 'resolved') return between(3, FIRST_DAYS_AGO - 4);
  if (status === 'in_progress') return random() < 0.8 ? between(0.5, 12) : between(12, 40);
  return random() < 0.8 ? between(0.02, 5) : between(10, 45);
}

/** The first answer takes minutes to hours, sometimes days; what follows takes longer, since the customer has to write. */
function responseMs(index: number, random: Random): number {
  if (random() < 0.2) return (1 + random()) * DAY_MS;
  return index === 0 ? (15 + random() * 240) * MINUTE_MS : (2 + random() * 20) * HOUR_MS;
}

function statusStep(status: DemoThread['status'], responses: Step[], random: Random): Step | undefined {
  if (status === 'open') return undefined;
  const { at, by } = status === 'resolved' ? responses[responses.length - 1] : responses[0];
  return { at: new Date(at.getTime() + (1 + random() * 9) * MINUTE_MS), by };
}

/** Moves what would be in the future between the beginning and now; the order stays. */
function squeeze(course: Course, now: Date): Course {
  const first = course.created.at.getTime();
  const steps = [...course.responses, ...(course.status ? [course.status] : [])];
  const last = Math.max(first, ...steps.map(({ at }) => at.getTime()));
  const end = now.getTime() - LAST_MS;
  if (last <= end) return course;
  const share = (end - first) / (last - first);
  for (const step of steps) step.at = new Date(first + (step.at.getTime() - first) * share);
  return course;
}

function someone(random: Random): Colleague {
  return pick(random, [...demoColleagues.keys()] as Colleague[]);
}

const hourOf = (time: number): number => new Date(time).getUTCHours();
const isAtWork = (time: number): boolean =>
  new Date(time).getUTCDay() !== SUNDAY && hourOf(time) >= OPENS_H && hourOf(time) < CLOSES_H;

/** The same minute of the next, or of the last, hour at which the counter is open. */
function atWorkAfter(time: number): number {
  return isAtWork(time) ? time : atWorkAfter(time + HOUR_MS);
}

function atWorkBefore(time: number): number {
  return isAtWork(time) ? time : atWorkBefore(time - HOUR_MS);
}
