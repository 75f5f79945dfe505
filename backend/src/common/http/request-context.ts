import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, Response } from 'express';

/** What the code below a request may want to know of it without being handed it down. */
export interface RequestContext {
  /** Names the request in the log, and what it changes in the change log. */
  id: string;
  /** The signed-in user, or null. */
  userId: number | null;
  request: Request;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Remembers the request for all that is done on its behalf; comes after the session and the body have been read. */
export function requestContext(request: Request, response: Response, next: NextFunction): void {
  const userId = (request.user as { id: number } | undefined)?.id ?? null;
  storage.run({ id: response.getHeader('X-Request-Id') as string, userId, request }, next);
}

/** The request under way, or undefined outside of one. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}
