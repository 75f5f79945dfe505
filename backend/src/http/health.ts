import { ServiceUnavailableException } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { AWAY_MESSAGE, DISK_FULL_MESSAGE } from './database-error';
import { TryLater } from './try-later';

/** What the probes read. */
export interface HealthState {
  /** Whether requests should be sent here now. */
  readonly isReady: boolean;
  /** Whether the database has been there, with its schema. */
  readonly prepared: boolean;
}

/** Whether a request asks for the health of the process. */
export function isProbe({ method, path }: Request): boolean {
  return (path === '/healthz' || path === '/readyz') && (method === 'GET' || method === 'HEAD');
}

/** `/healthz` is 200 while the process runs; `/readyz` is 200 when it can serve, else 503. */
export function health(state: HealthState): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (!isProbe(request)) return next();
    const isFine = request.path === '/healthz' || state.isReady;
    response.setHeader('Cache-Control', 'no-store');
    if (!isFine) response.setHeader('Retry-After', '1');
    response.status(isFine ? 200 : 503).json({ status: isFine ? 'ok' : 'unavailable' });
  };
}

/** Rejects with 503 until the database has answered for the first time. */
export function rejectUntilPrepared(state: HealthState): RequestHandler {
  return (_request: Request, _response: Response, next: NextFunction) =>
    next(state.prepared ? undefined : new ServiceUnavailableException(AWAY_MESSAGE));
}

/** How much room there is for the database. */
export interface DiskState {
  readonly isFull: boolean;
  /** Whether there is none even for what ends access. */
  readonly isUsedUp: boolean;
}

/** What signs in and ends access, which takes hardly any room: who fills the disk can still be stopped. */
const ENDS_ACCESS =
  /^(POST \/(login|logout|logout-everywhere|password|users\/\d+\/deactivate)|DELETE \/sessions|DELETE \/(sessions|tokens|webhooks)\/\d+)\/?$/i;

/** Rejects writes with 503 while the disk is full: the room that is left keeps PostgreSQL running, so reads still work. */
export function rejectWritesWhenFull(disk: DiskState): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    const isFull = endsAccess(request) ? disk.isUsedUp : disk.isFull;
    const isRejected = isFull && !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    next(isRejected ? new TryLater(503, DISK_FULL_MESSAGE, 5) : undefined);
  };
}

/** Whether a request of the API signs in or ends access. */
export function endsAccess({ method, path }: Request): boolean {
  return ENDS_ACCESS.test(`${method} ${path}`);
}

/** A middleware that is created by the first request, because it needs the database; after a failure the next one tries again. */
export function lazyMiddleware(make: () => Promise<RequestHandler>): RequestHandler {
  let made: Promise<RequestHandler> | undefined;
  return (request: Request, response: Response, next: NextFunction) => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    made.then((handler) => handler(request, response, next), next);
  };
}
