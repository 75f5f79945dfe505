import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TryLater } from '../../../http/try-later';
import { runPrepared } from '../../../database/prepared-statement';

/** Requests by one token over all processes: so many at once, and then so many a second. */
const BURST = 600;
const PER_SECOND = 50;
/** Requests that a process takes from the database at once. */
const BATCH = 20;
const MAX_TOKENS_KNOWN = 10_000;

/** Each request weighs 1 / PER_SECOND seconds; what weighs is the time up to `free_at`. Takes $2 requests, or returns no row. */
const TAKE = {
  name: 'take token uses',
  text: `
    INSERT INTO token_uses AS t (token_id, free_at) VALUES ($1, now() + make_interval(secs => $2::float8 / ${PER_SECOND}))
    ON CONFLICT (token_id) DO UPDATE SET free_at = greatest(t.free_at, now()) + make_interval(secs => $2::float8 / ${PER_SECOND})
    WHERE greatest(t.free_at, now()) + make_interval(secs => $2::float8 / ${PER_SECOND}) <= now() + make_interval(secs => ${BURST / PER_SECOND})
    RETURNING token_id`,
};
const WAIT = {
  name: 'wait of token',
  text: `SELECT extract(epoch FROM free_at - now())::float8 - ${(BURST - 1) / PER_SECOND} AS seconds FROM token_uses WHERE token_id = $1`,
};

/** The requests of a token that this process has taken and not used yet. */
interface Taken {
  left: number;
  taking?: Promise<void>;
}

/**
 * Limits the requests of each token; one too many is 429. The count of all processes is in the table `token_uses`. Each takes
 * requests from it by twenties, or one by one where fewer are left, so that most requests need not ask.
 */
@Injectable()
export class TokenLimit {
  private readonly tokens = new Map<number, Taken>();

  constructor(private readonly source: DataSource) {}

  /** Counts a request, or refuses it; what is refused counts for nothing. */
  async count(token: number): Promise<void> {
    const taken = this.tokens.get(token) ?? { left: 0 };
    if (this.tokens.size >= MAX_TOKENS_KNOWN) this.tokens.clear();
    this.tokens.set(token, taken);
    while (taken.left === 0) {
      taken.taking ??= this.take(token, taken).finally(() => (taken.taking = undefined));
      await taken.taking;
    }
    taken.left--;
  }

  /** Where nothing can be written now, the limit waits: it never makes an error of its own. */
  private async take(token: number, taken: Taken): Promise<void> {
    const run = <Row>(statement: typeof TAKE, values: number[]): Promise<Row[] | null> =>
      runPrepared<Row>(this.source, statement, values).catch(() => null);
    for (const count of [BATCH, 1]) {
      const rows = await run(TAKE, [token, count]);
      if (rows?.length === 0) continue;
      taken.left = rows ? count : BATCH;
      return;
    }
    const [row] = (await run<{ seconds: number }>(WAIT, [token])) ?? [];
    const wait = Math.max(1, Math.ceil(row?.seconds ?? 1));
    throw new TryLater(429, 'This token has made too many requests. Please try again in a second', wait);
  }
}
