import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { isProbe } from './health';

/** What is known of an answer when it is out: how long it took, ms, and from where it was asked for, which is gone with the connection. */
export interface Answered {
  ms: number;
  from: string | undefined;
}

export type Observer = (request: Request, response: Response, answered: Answered) => void;

/** Shows every answer but those to probes to some observers, by one listener: more than ten at an answer are held to be a leak. */
export function whenAnswered(observers: Observer[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (isProbe(request)) return next();
    const start = performance.now();
    const from = request.ip;
    response.once('close', () => {
      const answered = { ms: performance.now() - start, from };
      for (const observe of observers) observe(request, response, answered);
    });
    next();
  };
}
