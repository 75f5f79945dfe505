import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Finished } from '../../http/observe-responses';

const logger = new Logger('HTTP');
/** Long enough to be an invitation or another secret; ids of ours, which name a change, are none. */
const SECRET_PART = /^(?![\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$).{20,}$/i;

/** Logs each answer: who asked for what from where, and what came of it; no bodies. At the level `log`, refusals at `warn`. */
export function requestLog(request: Request, response: Response, { ms, from }: Finished): void {
  const level = isRefusal(request, response) ? 'warn' : 'log';
  logger[level]({
    ...describeRequest(request, response),
    from,
    status: response.statusCode,
    ms: Math.round(ms * 10) / 10,
    ...(response.writableFinished ? {} : { broken: true }),
  });
}

/** What guessing, a forged session or another site would meet; who only reads with a session that has ended is none of them. */
function isRefusal({ method }: Request, { statusCode }: Response): boolean {
  return [403, 421, 429].includes(statusCode) || (statusCode === 401 && method !== 'GET' && method !== 'HEAD');
}

/** What the log says of a request. */
export function describeRequest(request: Request, response: Response): Record<string, unknown> {
  const { id: userId } = (request.user ?? {}) as { id?: number };
  return {
    msg: `${request.method} ${safeAddress(request.originalUrl)}`,
    requestId: response.getHeader('X-Request-Id'),
    userId,
  };
}

/** An address without what people have typed: the names of its parameters stay, their values go. */
function safeAddress(address: string): string {
  const [path, query] = address.split('?', 2);
  const parts = path.split('/').map((part) => (SECRET_PART.test(part) ? '…' : part));
  const names = query
    ? `?${query
        .split('&')
        .map((pair) => pair.split('=')[0])
        .join('&')}`
    : '';
  return (parts.join('/') + names).slice(0, 200);
}
