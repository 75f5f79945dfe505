import { TryLater } from '../../common/http/try-later';

/** Requests by one token in one process: so many at once, and then so many a second. */
const AT_ONCE = 600;
const A_SECOND = 50;
const MAX_KNOWN = 10_000;

/** Counts the requests of each token; one too many is 429. */
export class TokenLimit {
  /** By token the time up to which its requests weigh, ms. */
  private readonly freeAt = new Map<number, number>();

  /** Counts a request, or refuses it; what is refused counts for nothing. */
  count(token: number): void {
    const now = Date.now();
    const until = Math.max(this.freeAt.get(token) ?? 0, now) + 1000 / A_SECOND;
    const wait = until - now - (1000 * AT_ONCE) / A_SECOND;
    if (wait > 0) throw new TryLater(429, 'This token has made too many requests. Please try again in a second', Math.ceil(wait / 1000));
    if (this.freeAt.size >= MAX_KNOWN) this.forget(now);
    this.freeAt.set(token, until);
  }

  private forget(now: number): void {
    for (const [token, until] of this.freeAt) if (until <= now) this.freeAt.delete(token);
  }
}
