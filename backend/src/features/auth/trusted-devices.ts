import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DataSource } from 'typeorm';
import { keptSecret } from './secrets';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
/** How many e-mails one browser is known for, the newest ones. */
const MAX_PEOPLE = 5;

/**
 * Marks the browsers in which an e-mail has signed in, by a signed cookie that opens nothing (OWASP: device cookies). It has
 * a name and its signature for each e-mail.
 */
@Injectable()
export class TrustedDevices {
  private secret?: string;

  constructor(private readonly source: DataSource) {}

  /** The name of the browser if this e-mail has signed in there, else null. */
  async nameOf(request: Request, email: string): Promise<string | null> {
    for (const pair of pairsOf(request)) {
      const [name, signature] = pair.split('.');
      if (timingSafeEqual(Buffer.from(signature), Buffer.from(await this.sign(name, email)))) return name;
    }
    return null;
  }

  /** Remembers that this e-mail has signed in here. */
  async remember(request: Request, response: Response, email: string): Promise<void> {
    if (await this.nameOf(request, email)) return;
    const name = randomBytes(16).toString('base64url');
    const pairs = [`${name}.${await this.sign(name, email)}`, ...pairsOf(request)];
    response.cookie(cookieOf(request), pairs.slice(0, MAX_PEOPLE).join('~'), {
      httpOnly: true,
      sameSite: 'lax',
      secure: request.secure,
      maxAge: YEAR_MS,
      path: request.secure ? '/' : '/api',
    });
  }

  // Read when it is first wanted: the app is there before its database.
  private async sign(name: string, email: string): Promise<string> {
    this.secret ??= await keptSecret(this.source, 'browsers');
    return createHmac('sha256', this.secret).update(`${name} ${email.trim().toLowerCase()}`).digest('base64url');
  }
}

/** What the cookie has for each e-mail, the newest first. Browsers may send an older one before it, of a longer path. */
function pairsOf(request: Request): string[] {
  const cookies = (request.headers.cookie ?? '').matchAll(new RegExp(`(?:^|; )${cookieOf(request)}=([^;]*)`, 'g'));
  const pairs = [...cookies]
    .reverse()
    .flatMap(([, value]) => value.split('~'))
    .filter((pair) => /^[\w-]{22}\.[\w-]{43}$/.test(pair));
  return [...new Set(pairs)].slice(0, MAX_PEOPLE);
}

/** Over HTTPS a name that browsers take from this very host alone, and only for all of it. */
function cookieOf({ secure }: Request): string {
  return secure ? '__Host-browser' : 'browser';
}
