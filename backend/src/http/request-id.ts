import type { NextFunction, Request, Response } from 'express';
import { randomUUID } from 'node:crypto';

/** Gives every answer an id of its own, which the log names too. */
export function requestId(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Request-Id', randomUUID());
  next();
}
