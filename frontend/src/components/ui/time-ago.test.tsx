import { act, render, screen } from '@testing-library/react';
import { AgeOrDate, formatAge, formatCount, formatDateTime, formatTimeAgo, TimeAgo } from './time-ago';

// Without a zone: a moment of the browser's own clock.
const noon = new Date('2026-11-24T12:00:00');
const before = (ms: number) => new Date(noon.getTime() - ms).toISOString();
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

describe('how long ago', () => {
  it.each([
    [-5000, 'just now'],
    [MINUTE - 1, 'just now'],
    [MINUTE, '1 min ago'],
    [HOUR - 1, '59 min ago'],
    [HOUR, '1 h ago'],
    [DAY - 1, '23 h ago'],
    [3 * DAY, '3 d ago'],
    [30 * DAY - 1, '29 d ago'],
    [31 * DAY, '2026-10-24'],
  ])('says an age of %i ms', (age, text) => {
    expect(formatTimeAgo(before(age), noon.getTime())).toBe(text);
  });

  it('writes dates and counts without the language of the browser', () => {
    expect(formatDateTime(new Date('2026-01-04T06:05:00').toISOString())).toBe('2026-01-04 06:05');
    expect(formatCount(5302)).toBe('5,302');
  });
});

describe('on the screen', () => {
  beforeEach(() => jest.useFakeTimers({ now: noon }));
  afterEach(() => jest.useRealTimers());

  it('names the moment for machines and in its title, and follows the clock', () => {
    const time = before(0);
    render(<TimeAgo time={time} />);
    const shown = screen.getByText('just now');
    expect(shown.getAttribute('datetime')).toBe(time);
    expect(shown.title).toBe('2026-11-24 12:00');
    act(() => jest.advanceTimersByTime(2 * MINUTE));
    expect(shown.textContent).toBe('2 min ago');
  });

  it('is an age within a day, and then the date with the age as its title', () => {
    render(<AgeOrDate time={before(DAY - MINUTE)} />);
    expect(screen.getByText('23 h ago').title).toBe('2026-11-23 12:01');
    act(() => jest.advanceTimersByTime(MINUTE));
    expect(screen.getByText('2026-11-23 12:01').title).toBe('1 d ago');
  });

  it('keeps one timer for all, and none without them', () => {
    const { unmount } = render(
      <>
        <TimeAgo time={before(0)} />
        <TimeAgo time={before(HOUR)} />
      </>,
    );
    expect(jest.getTimerCount()).toBe(1);
    unmount();
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each([
    [43 * DAY, '43 d'],
    [47 * HOUR, '1 d'],
    [5 * HOUR, '5 h'],
    [59 * MINUTE, '59 min'],
    // A clock that is ahead.
    [-MINUTE, '0 min'],
  ])('says how long something has waited: %s ms', (ms, text) => expect(formatAge(before(ms), Date.now())).toBe(text));
});
