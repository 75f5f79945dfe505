import type { Colleague } from './colleagues';
import type { DemoThread } from './threads';
import type { Course, Step } from './timeline';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** What colleagues tell each other about a thread. */
const notes = [
  'Spoke to the customer on the phone: friendly, but in a hurry.',
  'The supplier answers by Thursday. I look at it again then.',
  'Second order of this garage this month, so please be generous.',
];

type Planned = DemoThread & { course: Course; number: number };

/** Who takes care of a thread, and since when: somebody in half of those that go on, and in most of those resolved. */
export function assigneeOf({ status, course, number }: Planned): Step | undefined {
  const isAssigned = status === 'resolved' ? number % 5 > 0 : number % 2 === 0;
  if (!isAssigned) return undefined;
  const by = course.responses[0]?.by ?? ((number % 4) as Colleague);
  return { at: after(course.created.at), by };
}

/** A note for colleagues, in every fourth thread that goes on. */
export function noteOf({ status, course, number }: Planned): (Step & { text: string }) | undefined {
  if (status !== 'in_progress' || number % 4 !== 1) return undefined;
  const { at, by } = lastStep(course);
  return { at: after(at), by, text: notes[number % notes.length] };
}

/** Until when a thread is put off: every seventh of those that go on, for one to three days. */
export function snoozedUntil({ status, course, number }: Planned, now: Date): (Step & { until: Date }) | undefined {
  if (status === 'resolved' || number % 7 !== 3) return undefined;
  const { at, by } = lastStep(course);
  return { at: after(at), by, until: new Date(now.getTime() + (1 + (number % 3)) * DAY_MS) };
}

/** What happened to it last. */
function lastStep({ created, responses, status }: Course): Step {
  return [created, ...responses, ...(status ? [status] : [])].reduce((last, step) => (step.at > last.at ? step : last));
}

const after = (time: Date): Date => new Date(time.getTime() + MINUTE_MS);
