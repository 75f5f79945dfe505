import connectPgSimple from 'connect-pg-simple';
import type { Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { UserDto } from './user.dto';

const COOKIE = 'sid';
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** The session middleware: sessions in PostgreSQL, over the app's own connections; reading one writes nothing. */
export async function sessions(source: DataSource, givenSecret: string | undefined): Promise<RequestHandler> {
  const Store = connectPgSimple(session);
  return session({
    name: COOKIE,
    secret: givenSecret ?? (await keptSecret(source)),
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto', maxAge: WEEK_MS },
    store: new Store({ pool: poolOf(source), tableName: 'sessions', disableTouch: true, createTableIfMissing: false, errorLog: () => undefined }),
  });
}

/** Whether a request carries a session cookie, good or not. */
export function hasSessionCookie({ headers }: IncomingMessage): boolean {
  return new RegExp(`(^|; )${COOKIE}=`).test(headers.cookie ?? '');
}

/** Signs a user in under a new session id. */
export function startSession(request: Request, user: UserDto): Promise<void> {
  return promisify((done: (error?: Error) => void) => request.logIn(user, done))();
}

/** Ends the session on the server and takes the cookie back. */
export async function endSession(request: Request, response: Response): Promise<void> {
  await promisify((done: (error?: Error) => void) => request.session.destroy(done))();
  response.clearCookie(COOKIE, { httpOnly: true, sameSite: 'lax' });
}

/** One secret for all processes on this database: whoever starts first makes it. */
async function keptSecret(source: DataSource): Promise<string> {
  await source.query("INSERT INTO secrets (name, value) VALUES ('session', $1) ON CONFLICT DO NOTHING", [randomBytes(32).toString('base64url')]);
  const [{ value }] = await source.query<{ value: string }[]>("SELECT value FROM secrets WHERE name = 'session'");
  return value;
}

function poolOf(source: DataSource): Pool {
  return (source.driver as unknown as { master: Pool }).master;
}
