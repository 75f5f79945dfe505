import { ServiceUnavailableException } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { AWAY_MESSAGE } from './database-error';

/** What the probes want to know; reading it costs nothing. */
export interface Life {
  /** Whether requests should be sent here now. */
  readonly isReady: boolean;
  /** Whether the database has been there, with its schema. */
  readonly prepared: boolean;
}

/** Whether somebody asks how the process is. */
export function isProbe(request: Request): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && (request.path === '/healthz' || request.path === '/readyz');
}

/** `/healthz`: the process lives. `/readyz`: 200 when it can serve, else 503. */
export function health(life: Life): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (!isProbe(request)) return next();
    const isFine = request.path === '/healthz' || life.isReady;
    response.setHeader('Cache-Control', 'no-store');
    if (!isFine) response.setHeader('Retry-After', '1');
    response.status(isFine ? 200 : 503).json({ status: isFine ? 'ok' : 'unavailable' });
  };
}

/** Refuses with 503 until the database has been there for the first time. */
export function untilPrepared(life: Life): RequestHandler {
  return (_request: Request, _response: Response, next: NextFunction) => next(life.prepared ? undefined : new ServiceUnavailableException(AWAY_MESSAGE));
}

/** A middleware that can only be made when the database is there; where that fails, the next request tries again. */
export function madeLater(make: () => Promise<RequestHandler>): RequestHandler {
  let made: Promise<RequestHandler> | undefined;
  return (request: Request, response: Response, next: NextFunction) => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    made.then((handler) => handler(request, response, next), next);
  };
}
