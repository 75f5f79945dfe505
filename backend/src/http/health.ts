import { ServiceUnavailableException } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { AWAY_MESSAGE, DISK_FULL_MESSAGE } from './database-error';
import { TryLater } from './try-later';

/** What the probes want to know; reading it costs nothing. */
export interface Life {
  /** Whether requests should be sent here now. */
  readonly isReady: boolean;
  /** Whether the database has been there, with its schema. */
  readonly prepared: boolean;
}

/** Whether somebody asks after the process, and not for anything of the app. */
export function isProbe({ method, path }: Request): boolean {
  return (path === '/healthz' || path === '/readyz') && (method === 'GET' || method === 'HEAD');
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
  return (_request: Request, _response: Response, next: NextFunction) =>
    next(life.prepared ? undefined : new ServiceUnavailableException(AWAY_MESSAGE));
}

/**
 * Refuses with 503 what would write, while the disk is full: what room is left keeps PostgreSQL running, and so everything
 * can still be read.
 */
export function whileThereIsRoom(disk: { readonly isFull: boolean }): RequestHandler {
  return ({ method }: Request, _response: Response, next: NextFunction) => {
    const isRefused = disk.isFull && !['GET', 'HEAD', 'OPTIONS'].includes(method);
    next(isRefused ? new TryLater(503, DISK_FULL_MESSAGE, 5) : undefined);
  };
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
