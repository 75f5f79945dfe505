import connectPgSimple from 'connect-pg-simple';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import session, { type SessionOptions } from 'express-session';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { keptSecret } from './secrets';
import type { UserDto } from './user.dto';

const COOKIE = 'sid';
/** Over HTTPS: browsers take a cookie of such a name from this very host alone. */
const SECURE_COOKIE = '__Host-sid';
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** The session middleware: sessions in PostgreSQL, over the app's own connections; reading one writes nothing. */
export async function sessions(source: DataSource, givenSecret: string | undefined): Promise<RequestHandler> {
  const Store = connectPgSimple(session);
  const options: SessionOptions = {
    secret: givenSecret ?? (await keptSecret(source, 'session')),
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto', maxAge: WEEK_MS },
    store: new Store({ pool: poolOf(source), tableName: 'sessions', disableTouch: true, createTableIfMissing: false, errorLog: () => undefined }),
  };
  const [plain, secure] = [COOKIE, SECURE_COOKIE].map((name) => session({ ...options, name }));
  return (request: Request, response: Response, next: NextFunction) => (request.secure ? secure : plain)(request, response, next);
}

/** Whether a request carries a session cookie, good or not. */
export function hasSessionCookie({ headers }: IncomingMessage): boolean {
  return /(^|; )(__Host-)?sid=/.test(headers.cookie ?? '');
}

/** Signs a user in under a new session id. */
export function startSession(request: Request, user: UserDto): Promise<void> {
  return promisify((done: (error?: Error) => void) => request.logIn(user, done))();
}

/** Ends the session on the server and takes the cookie back. */
export async function endSession(request: Request, response: Response): Promise<void> {
  await promisify((done: (error?: Error) => void) => request.session.destroy(done))();
  response.clearCookie(request.secure ? SECURE_COOKIE : COOKIE, { httpOnly: true, sameSite: 'lax', secure: request.secure });
}

function poolOf(source: DataSource): Pool {
  return (source.driver as unknown as { master: Pool }).master;
}
