import { demoProblems } from './problems';
import { demoQuestions } from './questions';
import { seeded } from '../random';
import { courseOf, FIRST_DAYS_AGO, workdayAgo } from './timeline';

const DAY_MS = 86_400_000;
/** A Tuesday at noon. */
const now = new Date('2026-11-24T12:00:00Z');
const random = seeded(1);
const courses = [...demoQuestions(), ...demoProblems()].map((thread) => courseOf(thread, random, now));
const ageDays = ({ created }: { created: { at: Date } }): number => (now.getTime() - created.at.getTime()) / DAY_MS;

it('runs from the question to its answers to its status, within the last months and never in the future', () => {
  for (const { created, responses, status } of courses) {
    const times = [created, ...responses].map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((one, other) => one - other));
    if (status) expect(status.at.getTime()).toBeGreaterThan(times[1]);
    expect(Math.max(...times, status?.at.getTime() ?? 0)).toBeLessThan(now.getTime());
    expect(times[0]).toBeGreaterThan(now.getTime() - (FIRST_DAYS_AGO + 3) * DAY_MS);
  }
});

it('begins when somebody is at work', () => {
  for (const { created } of courses) {
    expect(created.at.getUTCDay()).not.toBe(0);
    expect(created.at.getUTCHours()).toBeGreaterThanOrEqual(7);
    expect(created.at.getUTCHours()).toBeLessThan(18);
  }
  expect(workdayAgo(2, now).toISOString()).toBe('2026-11-21T17:00:00.000Z');
});

it('leaves new threads open, mostly, and a few old ones', () => {
  const open = courses.filter(({ status }) => !status).map(ageDays);
  expect(open.filter((age) => age < 8).length).toBeGreaterThan(open.length / 2);
  expect(open.filter((age) => age > 9).length).toBeGreaterThan(1);
  expect(Math.max(...courses.map(ageDays))).toBeGreaterThan(70);
});

it('is the work of all four colleagues', () => {
  expect(new Set(courses.map(({ created }) => created.by)).size).toBe(4);
  expect(new Set(courses.flatMap(({ responses }) => responses.map(({ by }) => by))).size).toBe(4);
});
