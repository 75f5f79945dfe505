import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { isProbe } from './health';

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
