import { Logger } from '@nestjs/common';
import type { DatabaseHealth } from '../database/database-health';
import { RESUME_INTERVAL_MS, resumeUnfinished } from './resume-unfinished';

const MINUTE_MS = 60_000;

let error: Error;
let timer: NodeJS.Timeout;
let warn: jest.SpyInstance;
beforeEach(() => {
  jest.useFakeTimers();
  warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  timer = resumeUnfinished({ prepared: true } as DatabaseHealth, 'Work', {
    find: () => Promise.resolve([1]),
    finish: () => Promise.reject(error),
  });
});
afterEach(() => {
  clearInterval(timer);
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('warns of what cannot be finished once in five minutes, though it is tried all the time', async () => {
  error = new Error('the kind is gone');
  await jest.advanceTimersByTimeAsync(4 * MINUTE_MS);
  expect(warn.mock.calls).toEqual([['One cannot be finished: the kind is gone']]);
  await jest.advanceTimersByTimeAsync(MINUTE_MS + 2 * RESUME_INTERVAL_MS);
  expect(warn).toHaveBeenCalledTimes(2);
});

it('does not warn where another process is at it', async () => {
  error = Object.assign(new Error('lock timeout'), { code: '55P03' });
  await jest.advanceTimersByTimeAsync(MINUTE_MS);
  expect(warn).not.toHaveBeenCalled();
});
