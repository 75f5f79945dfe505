import { snoozeTimes } from './snooze-times';
import { isLate } from './waiting';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);

// The 25th of November 2026 is a Wednesday.
it.each([
  [at(25, 10, 20), [at(25, 13), at(26, 8), at(30, 8)]],
  [at(30, 10, 20), [at(30, 13), at(31, 8), at(37, 8)]],
  [at(29, 23, 59), [at(30, 2), at(30, 8), at(37, 8)]],
])('from %s on, things can be put off until later, tomorrow and the Monday after it', (now, times) => {
  expect(snoozeTimes(now).map(({ until }) => until)).toEqual(times);
});

it('is late past the target of its kind, and never without one', () => {
  const now = Date.parse('2026-11-25T10:00:00Z');
  expect(isLate('2026-11-25T01:59:00Z', 8, now)).toBe(true);
  expect(isLate('2026-11-25T02:00:00Z', 8, now)).toBe(false);
  expect(isLate('2020-01-01T00:00:00Z', undefined, now)).toBe(false);
});

it('does not call it today what is tomorrow', () => {
  expect([at(25, 20, 59), at(25, 21)].map((now) => snoozeTimes(now)[0]!.label)).toEqual(['Later today', 'In 3 hours']);
});
