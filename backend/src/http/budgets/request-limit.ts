import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { TryLater } from '../try-later';

/** Rejects with 429 what a signed-in user asks for while `max` requests of the same user are open. */
export function limitRequests(max: number): RequestHandler {
  const open = new Map<number, number>();
  return ({ user }: Request, response: Response, next: NextFunction) => {
    if (!user) return next();
    const { id } = user as { id: number };
    const count = open.get(id) ?? 0;
    if (count >= max) return next(new TryLater(429, `You have ${max} requests open. Please wait for some of them`, 1));
    open.set(id, count + 1);
    response.once('close', () => {
      const left = (open.get(id) as number) - 1;
      if (left > 0) open.set(id, left);
      else open.delete(id);
    });
    next();
  };
}
