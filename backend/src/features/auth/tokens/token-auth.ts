import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { DataSource } from 'typeorm';
import type { SignedIn } from '../../../api/current-user';
import { runPrepared } from '../../../database/prepared-statement';

/** How every token begins, so that people and scanners of leaked secrets know one when they see it. */
export const TOKEN_PREFIX = 'ecom_';
const TOKEN = new RegExp(`^Bearer +(${TOKEN_PREFIX}[\\w-]{43})$`, 'i');

interface TokenRow {
  id: number;
  name: string;
  userId: number;
  email: string;
  isNoted: boolean;
}

const READ = {
  name: 'read token',
  text: `SELECT tokens.id, name, user_id AS "userId", email, coalesce(last_used_at > now() - interval '1 minute', false) AS "isNoted"
    FROM tokens JOIN users ON users.id = user_id WHERE sha256 = $1 AND expires_at > now() AND closed_at IS NULL`,
};
const NOTE = {
  name: 'note use of token',
  text: "UPDATE tokens SET last_used_at = now() WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= now() - interval '1 minute')",
};

/** Whether a request comes with a token, good or not: then nothing else says on whose behalf it is, no cookie either. */
export function isBearer({ headers }: IncomingMessage): boolean {
  return /^Bearer\b/i.test(headers.authorization ?? '');
}

/** What is kept of a token. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The middleware for requests with a token: sets `request.user`. */
export function tokenAuth(source: DataSource): RequestHandler {
  const find = async (authorization: string): Promise<TokenRow | undefined> => {
    const [, token] = TOKEN.exec(authorization) ?? [];
    if (!token) return undefined;
    const [row] = await runPrepared<TokenRow>(source, READ, [hashOfToken(token)]);
    // The request does not wait for this, and a read succeeds also where nothing can be written.
    if (row && !row.isNoted) void runPrepared(source, NOTE, [row.id]).catch(() => undefined);
    return row;
  };
  return (request: Request, response: Response, next: NextFunction) => {
    find(request.headers.authorization ?? '').then((row) => {
      if (!row) response.setHeader('WWW-Authenticate', 'Bearer error="invalid_token"');
      else {
        const { id, name, userId, email } = row;
        request.user = { id: userId, email, token: { id, name } } satisfies SignedIn;
      }
      next();
    }, next);
  };
}
