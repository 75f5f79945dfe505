import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DataSource } from 'typeorm';
import { keptSecret } from './secrets';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Marks the browsers in which an e-mail has signed in, by a signed cookie that opens nothing (OWASP: device cookies). */
@Injectable()
export class TrustedDevices {
  private secret?: string;

  constructor(private readonly source: DataSource) {}

  /** The name of the browser if this e-mail has signed in there, else null. */
  async nameOf(request: Request, email: string): Promise<string | null> {
    const [, name, signature] =
      new RegExp(`(?:^|; )${cookieOf(request)}=([\\w-]{22})\\.([\\w-]{43})(?:;|$)`).exec(
        request.headers.cookie ?? '',
      ) ?? [];
    if (!name) return null;
    return timingSafeEqual(Buffer.from(signature), Buffer.from(await this.sign(name, email))) ? name : null;
  }

  /** Remembers that this e-mail has signed in here. */
  async remember(request: Request, response: Response, email: string): Promise<void> {
    if (await this.nameOf(request, email)) return;
    const name = randomBytes(16).toString('base64url');
    response.cookie(cookieOf(request), `${name}.${await this.sign(name, email)}`, {
      httpOnly: true,
      sameSite: 'lax',
      secure: request.secure,
      maxAge: YEAR_MS,
      path: request.secure ? '/' : '/api/login',
    });
  }

  // Read when it is first wanted: the app is there before its database.
  private async sign(name: string, email: string): Promise<string> {
    this.secret ??= await keptSecret(this.source, 'browsers');
    return createHmac('sha256', this.secret).update(`${name} ${email.trim().toLowerCase()}`).digest('base64url');
  }
}

/** Over HTTPS a name that browsers take from this very host alone, and only for all of it. */
function cookieOf({ secure }: Request): string {
  return secure ? '__Host-browser' : 'browser';
}
