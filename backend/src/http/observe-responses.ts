import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { randomUUID } from 'node:crypto';
import { isProbe } from './health';

/** Gives every answer an id of its own, which the log names too. */
export function requestId(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Request-Id', randomUUID());
  next();
}

/** How long a response took, and the client's address, which is gone with the connection. */
export interface Finished {
  ms: number;
  from: string | undefined;
}

export type Observer = (request: Request, response: Response, finished: Finished) => void;

/** Calls observers after every response but those to probes, with one listener: Node warns of a leak at more than ten. */
export function observeResponses(observers: Observer[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (isProbe(request)) return next();
    const start = performance.now();
    const from = request.ip;
    response.once('close', () => {
      const finished = { ms: performance.now() - start, from };
      for (const observe of observers) observe(request, response, finished);
    });
    next();
  };
}
