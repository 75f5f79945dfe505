import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DataSource } from 'typeorm';
import { keptSecret } from './secrets';

const COOKIE = 'browser';
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Marks the browsers in which an e-mail has signed in, by a signed cookie that opens nothing (OWASP: device cookies). */
@Injectable()
export class KnownBrowsers implements OnModuleInit {
  private secret = '';

  constructor(private readonly source: DataSource) {}

  async onModuleInit(): Promise<void> {
    this.secret = await keptSecret(this.source, 'browsers');
  }

  /** The name of the browser if this e-mail has signed in there, else null. */
  nameOf({ headers }: Request, email: string): string | null {
    const [, name, signature] = new RegExp(`(?:^|; )${COOKIE}=([\\w-]{22})\\.([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '') ?? [];
    if (!name) return null;
    return timingSafeEqual(Buffer.from(signature), Buffer.from(this.sign(name, email))) ? name : null;
  }

  /** Remembers that this e-mail has signed in here. */
  remember(request: Request, response: Response, email: string): void {
    if (this.nameOf(request, email)) return;
    const name = randomBytes(16).toString('base64url');
    response.cookie(COOKIE, `${name}.${this.sign(name, email)}`, { httpOnly: true, sameSite: 'lax', secure: request.secure, maxAge: YEAR_MS, path: '/api/login' });
  }

  private sign(name: string, email: string): string {
    return createHmac('sha256', this.secret).update(`${name} ${email.trim().toLowerCase()}`).digest('base64url');
  }
}
