import { HttpException } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { isIP } from 'node:net';
import { isLoopback, type Env } from './env';

type Names = Pick<Env, 'HOST' | 'PUBLIC_URL' | 'ALLOWED_HOSTS'>;

const MESSAGE =
  'The app does not answer under this host name. Set PUBLIC_URL to the address that people open, or name the host in ALLOWED_HOSTS';

/** The name in the `Host` header, without the port; empty where there is none, as in HTTP/1.0. */
export function hostNameOf({ headers }: Request): string {
  return (headers.host ?? '').replace(/:\d*$/, '').toLowerCase();
}

function namesOf({ HOST, PUBLIC_URL, ALLOWED_HOSTS = [] }: Names): Set<string> {
  return new Set([HOST, ...(PUBLIC_URL ? [new URL(PUBLIC_URL).hostname] : []), ...ALLOWED_HOSTS].map(lowerCase));
}

const lowerCase = (name: string): string => name.toLowerCase();

/**
 * Rejects requests under an unknown host name with 421: a page of another site can have its own name lead here, and then
 * the browser takes it for a page of this site. An IP address cannot be made to lead anywhere else.
 */
export function rejectUnknownHosts(env: Names, isExempt: (request: Request) => boolean): RequestHandler {
  const known = namesOf(env);
  return (request: Request, _response: Response, next: NextFunction) => {
    const name = hostNameOf(request);
    const isKnown = !name || isLoopback(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) > 0 || known.has(name);
    next(isKnown || isExempt(request) ? undefined : new HttpException(MESSAGE, 421));
  };
}

/** What to say at the start where others can reach the app, but by no name. */
export function missingName({ HOST, PUBLIC_URL, ALLOWED_HOSTS, TRUST_PROXY }: Env): string | undefined {
  const isByName = PUBLIC_URL || ALLOWED_HOSTS || (!isLoopback(HOST) && !isIP(HOST));
  if (isByName || (isLoopback(HOST) && TRUST_PROXY === 0)) return undefined;
  return 'The app answers under localhost and IP addresses only. To open it by a name, set PUBLIC_URL or ALLOWED_HOSTS';
}
