import type { NextFunction, Request, Response } from 'express';
import type { Socket } from 'node:net';
import type { SignedIn } from '../../api/current-user';
import { endsAccess } from '../health';
import { TryLater } from '../try-later';

/** The part of a user's places that access tokens may take together: a program that runs away leaves the others to the screens. */
const TOKENS_PART = 0.8;
/** Places beyond the limit for requests of a session that end access: a leaked token can always be revoked. */
const ENDING_PLACES = 5;

/** The open requests of a user. */
interface Open {
  all: number;
  byTokens: number;
}

/** Counts the open requests of each signed-in user, and rejects with 429 what comes while `max` of them are open. */
export class RequestLimit {
  private readonly open = new Map<number, Open>();
  private readonly users = new WeakMap<Response, SignedIn>();
  private readonly responsesOf = new WeakMap<Socket, Set<Response>>();
  private readonly maxByTokens: number;

  constructor(private readonly max: number) {
    this.maxByTokens = Math.max(1, Math.floor(max * TOKENS_PART));
  }

  /** Comes when the user is known. */
  readonly take = (request: Request, response: Response, next: NextFunction): void => {
    const { socket } = request;
    const user = request.user as SignedIn | undefined;
    // After the end nobody would release it.
    if (!user || socket.destroyed) return next();
    const { all, byTokens } = this.open.get(user.id) ?? { all: 0, byTokens: 0 };
    if (user.token && byTokens >= this.maxByTokens) return next(tooMany('Your access tokens', this.maxByTokens));
    const max = !user.token && endsAccess(request) ? this.max + ENDING_PLACES : this.max;
    if (all >= max) return next(tooMany('You', this.max));
    this.open.set(user.id, { all: all + 1, byTokens: byTokens + (user.token ? 1 : 0) });
    this.users.set(response, user);
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
    const user = this.users.get(response);
    if (!user) return;
    this.users.delete(response);
    const { all, byTokens } = this.open.get(user.id) as Open;
    if (all > 1) this.open.set(user.id, { all: all - 1, byTokens: byTokens - (user.token ? 1 : 0) });
    else this.open.delete(user.id);
  }
}

function tooMany(who: string, count: number): TryLater {
  return new TryLater(429, `${who} have ${count} requests open. Please wait for some of them`, 1);
}
