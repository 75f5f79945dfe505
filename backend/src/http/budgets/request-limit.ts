import type { NextFunction, Request, Response } from 'express';
import type { Socket } from 'node:net';
import { TryLater } from '../try-later';

/** Counts the open requests of each signed-in user, and rejects with 429 what comes while `max` of them are open. */
export class RequestLimit {
  private readonly open = new Map<number, number>();
  private readonly users = new WeakMap<Response, number>();
  private readonly responsesOf = new WeakMap<Socket, Set<Response>>();

  constructor(private readonly max: number) {}

  /** Comes when the user is known. */
  readonly take = ({ user, socket }: Request, response: Response, next: NextFunction): void => {
    // After the end nobody would release it.
    if (!user || socket.destroyed) return next();
    const { id } = user as { id: number };
    const count = this.open.get(id) ?? 0;
    if (count >= this.max)
      return next(new TryLater(429, `You have ${this.max} requests open. Please wait for some of them`, 1));
    this.open.set(id, count + 1);
    this.users.set(response, id);
    this.sentBy(socket).add(response);
    next();
  };

  /** Comes when a response is closed. */
  readonly release = ({ socket }: Request, response: Response): void => {
    this.responsesOf.get(socket)?.delete(response);
    this.free(response);
  };

  /** A response behind another one on its connection is never closed when the connection ends. */
  private sentBy(socket: Socket): Set<Response> {
    const known = this.responsesOf.get(socket);
    if (known) return known;
    const responses = new Set<Response>();
    this.responsesOf.set(socket, responses);
    socket.once('close', () => responses.forEach((response) => this.free(response)));
    return responses;
  }

  private free(response: Response): void {
    const id = this.users.get(response);
    if (id === undefined) return;
    this.users.delete(response);
    const left = (this.open.get(id) as number) - 1;
    if (left > 0) this.open.set(id, left);
    else this.open.delete(id);
  }
}
