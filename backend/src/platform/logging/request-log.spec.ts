import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { requestLog } from './request-log';

const warnings: Record<string, unknown>[] = [];

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Logger.prototype, 'warn').mockImplementation((line: Record<string, unknown>) => void warnings.push(line));
  warnings.length = 0;
});
afterEach(() => {
  jest.runAllTimers();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function answer(statusCode: number, { user, from = '192.0.2.1' }: { user?: object; from?: string } = {}): void {
  const request = { method: 'GET', originalUrl: '/api/products', user } as Request;
  const response = { statusCode, writableFinished: true, getHeader: () => 'id' } as unknown as Response;
  requestLog(request, response, { ms: 1, from });
}

const erp = { id: 7, token: { id: 1, name: 'ERP at night' } };

it('logs the first of many answers 429 with the name of the token, and then how many more there were', () => {
  for (let request = 0; request < 475; request++) answer(429, { user: erp });
  expect(warnings).toEqual([
    expect.objectContaining({ msg: 'GET /api/products', userId: 7, credential: 'token ERP at night', status: 429 }),
  ]);
  jest.advanceTimersByTime(10_000);
  expect(warnings.slice(1)).toEqual([
    {
      msg: '474 more requests were answered with 429',
      userId: 7,
      credential: 'token ERP at night',
      from: '192.0.2.1',
      status: 429,
      times: 474,
    },
  ]);
});

it('logs one answer 429 once, and begins again after a while', () => {
  answer(429, { user: erp });
  jest.advanceTimersByTime(10_000);
  answer(429, { user: erp });
  jest.advanceTimersByTime(10_000);
  expect(warnings).toHaveLength(2);
});

it('counts users, tokens and addresses apart, and logs each other refusal', () => {
  answer(429, { user: erp });
  answer(429, { user: { id: 7 } });
  answer(429, { from: '192.0.2.2' });
  answer(403, { user: erp });
  answer(403, { user: erp });
  expect(warnings).toHaveLength(5);
});
