import type { NextFunction, Request, RequestHandler, Response } from 'express';
import session, { type SessionOptions } from 'express-session';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import type { DataSource } from 'typeorm';
import type { Env } from '../../../config/env';
import { isBearer, tokenAuth } from '../tokens/token-auth';
import { keptSecret } from '../secrets';
import { SessionStore } from './session-store';
import { UserDto } from '../user.dto';

const COOKIE = 'sid';
/** Over HTTPS: browsers take a cookie of such a name from this very host alone. */
const SECURE_COOKIE = '__Host-sid';
/** How long a session lasts. */
export const SESSION_DAYS = 7;
const SESSION_MS = SESSION_DAYS * 24 * 60 * 60 * 1000;
const MAX_USER_AGENT = 300;

declare module 'express-session' {
  interface SessionData {
    /** Id and e-mail are kept in the session itself: no second look-up on every request. The table derives `user_id` from it. */
    passport?: { user: UserDto };
    /** What the browser calls itself. */
    userAgent?: string;
  }
}

/** The middleware that says who is there, as `request.user`: by the session in PostgreSQL, or by a token alone where there is one. */
export async function sessions(source: DataSource, env: Env): Promise<RequestHandler> {
  const options: SessionOptions = {
    secret: env.SESSION_SECRET ?? (await keptSecret(source, 'session')),
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto', maxAge: SESSION_MS },
    store: new SessionStore(source),
  };
  const byToken = tokenAuth(source);
  const [plain, secure] = [COOKIE, SECURE_COOKIE].map((name) => session({ ...options, name }));
  return (request: Request, response: Response, next: NextFunction) => {
    if (isBearer(request)) return byToken(request, response, next);
    (request.secure ? secure : plain)(request, response, (error?: unknown) => {
      const user = error ? undefined : request.session.passport?.user;
      if (user) request.user = UserDto.from(user);
      next(error);
    });
  };
}

/** Whether a request carries a session cookie, good or not. */
export function hasSessionCookie({ headers }: IncomingMessage): boolean {
  return /(^|; )(__Host-)?sid=/.test(headers.cookie ?? '');
}

/** Signs a user in under a new session id. Where the session cannot be written, the answer sets no cookie. */
export async function startSession(request: Request, user: UserDto): Promise<void> {
  try {
    await promisify((done: (error?: Error) => void) => request.session.regenerate(done))();
    request.session.passport = { user: UserDto.from(user) };
    request.session.userAgent = request.get('User-Agent')?.slice(0, MAX_USER_AGENT);
    await request.sessionStore.add(request.sessionID, request.session);
  } catch (error) {
    request.session.destroy(() => undefined);
    throw error;
  }
  request.user = user;
}

/** Ends the session on the server and takes the cookie back. */
export async function endSession(request: Request, response: Response): Promise<void> {
  await promisify((done: (error?: Error) => void) => request.session.destroy(done))();
  const { secure } = request;
  response.clearCookie(secure ? SECURE_COOKIE : COOKIE, { httpOnly: true, sameSite: 'lax', secure });
}
