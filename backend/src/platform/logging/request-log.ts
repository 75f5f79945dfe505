import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { SignedIn } from '../../api/current-user';
import type { Finished } from '../../http/observe-responses';

const logger = new Logger('HTTP');
/** Long enough to be an invitation or another secret; ids of ours, which name a change, are none. */
const SECRET_PART = /^(?![\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$).{20,}$/i;

/** How long further answers 429 to the same user or address are counted before the log says how many they were. */
const FOLD_MS = 10_000;
/** Answers counted since the first one, by user or address. */
const folded = new Map<string, number>();

/**
 * Logs each answer: who asked for what from where, and what came of it; no bodies. At the level `log`, refusals at `warn`. Of
 * many answers 429 to one user or address it logs the first, and then how many more there were.
 */
export function requestLog(request: Request, response: Response, { ms, from }: Finished): void {
  const { statusCode: status } = response;
  const who = { ...describeUser(request), from };
  if (status === 429 && isFolded(who)) return;
  const level = isRefusal(request, response) ? 'warn' : 'log';
  logger[level]({
    ...describeRequest(request, response),
    ...who,
    status,
    ms: Math.round(ms * 10) / 10,
    ...(response.writableFinished ? {} : { broken: true }),
  });
}

/** Counts an answer 429; false for the first one, which is to be logged. */
function isFolded(who: Record<string, unknown>): boolean {
  const key = JSON.stringify(who);
  const more = folded.get(key);
  folded.set(key, more === undefined ? 0 : more + 1);
  if (more !== undefined) return true;
  setTimeout(() => {
    const times = folded.get(key);
    folded.delete(key);
    if (times) logger.warn({ msg: `${times} more requests were answered with 429`, ...who, status: 429, times });
  }, FOLD_MS).unref();
  return false;
}

/** What guessing, a forged session or another site would meet; who only reads with a session that has ended is none of them. */
function isRefusal({ method }: Request, { statusCode }: Response): boolean {
  return [403, 421, 429].includes(statusCode) || (statusCode === 401 && method !== 'GET' && method !== 'HEAD');
}

/** What the log says of a request. */
export function describeRequest(request: Request, response: Response): Record<string, unknown> {
  return {
    msg: `${request.method} ${safeAddress(request.originalUrl)}`,
    requestId: response.getHeader('X-Request-Id'),
    ...describeUser(request),
  };
}

/** The user, and the access token by which they asked, by its name. */
function describeUser({ user }: Request): Record<string, unknown> {
  const { id: userId, token } = (user ?? {}) as Partial<SignedIn>;
  return { userId, ...(token && { credential: `token ${token.name}` }) };
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
