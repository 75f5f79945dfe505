import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { DataSource } from 'typeorm';
import type { SignedIn } from '../../../api/current-user';
import type { Env } from '../../../config/env';
import { LookUps } from '../../../database/look-ups';
import { runPrepared } from '../../../database/prepared-statement';

/** How every token begins, so that people and scanners of leaked secrets know one when they see it. */
export const TOKEN_PREFIX = 'ecom_';
const TOKEN = new RegExp(`^Bearer +(${TOKEN_PREFIX}[\\w-]{43})$`, 'i');

interface Found {
  key: string;
  id: number;
  name: string;
  userId: number;
  email: string;
  isNoted: boolean;
}

const READ = {
  name: 'read tokens',
  text: `SELECT '\\x' || encode(sha256, 'hex') AS key, tokens.id, name, user_id AS "userId", email, coalesce(last_used_at > now() - interval '1 minute', false) AS "isNoted"
    FROM tokens JOIN users ON users.id = user_id WHERE sha256 = ANY($1) AND expires_at > now()`,
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

/** The middleware for requests with a token: from it `request.user`, by one look-up, which those that come at once share. */
export function tokenAuth(source: DataSource, env: Env): RequestHandler {
  const lookUps = new LookUps<Found>(source, READ, env);
  const find = async (authorization: string): Promise<Found | undefined> => {
    const [, token] = TOKEN.exec(authorization) ?? [];
    if (!token) return undefined;
    const found = await lookUps.find(`\\x${hashOfToken(token).toString('hex')}`);
    // Nobody waits for it, and a read is answered also where nothing can be written.
    if (found && !found.isNoted) void runPrepared(source, NOTE, [found.id]).catch(() => undefined);
    return found;
  };
  return (request: Request, response: Response, next: NextFunction) => {
    find(request.headers.authorization ?? '').then((found) => {
      if (!found) response.setHeader('WWW-Authenticate', 'Bearer error="invalid_token"');
      else {
        const { id, name, userId, email } = found;
        request.user = { id: userId, email, token: { id, name } } satisfies SignedIn;
      }
      next();
    }, next);
  };
}
