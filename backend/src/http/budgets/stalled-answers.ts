import type { NextFunction, Request, Response } from 'express';
import { MAX_ANSWER_STALL_MS } from '../../config/budgets';

/** Ends an answer when the client has taken nothing of it for a while. One that is not there yet can take its time. */
export function endStalledAnswers(_request: Request, response: Response, next: NextFunction): void {
  response.setTimeout(MAX_ANSWER_STALL_MS, () => {
    if (response.writableLength > 0) response.destroy();
  });
  next();
}
