import type { NextFunction, Request, Response } from 'express';
import { TryLater } from '../try-later';

/** Counts the open requests of each signed-in user, and rejects with 429 what comes while `max` of them are open. */
export class RequestLimit {
  private readonly open = new Map<number, number>();
  private readonly users = new WeakMap<Response, number>();

  constructor(private readonly max: number) {}

  /** Comes when the user is known. */
  readonly take = ({ user }: Request, response: Response, next: NextFunction): void => {
    if (!user) return next();
    const { id } = user as { id: number };
    const count = this.open.get(id) ?? 0;
    if (count >= this.max)
      return next(new TryLater(429, `You have ${this.max} requests open. Please wait for some of them`, 1));
    // After the end nobody would release it.
    if (response.closed) return next();
    this.open.set(id, count + 1);
    this.users.set(response, id);
    next();
  };

  /** Comes when a response is closed. */
  readonly release = (_request: Request, response: Response): void => {
    const id = this.users.get(response);
    if (id === undefined) return;
    const left = (this.open.get(id) as number) - 1;
    if (left > 0) this.open.set(id, left);
    else this.open.delete(id);
  };
}
