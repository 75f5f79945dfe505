import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TryLater } from '../../../http/try-later';
import { runPrepared } from '../../../database/prepared-statement';

/** Requests by one token over all processes: so many at once, and then so many a second. */
const BURST = 600;
const PER_SECOND = 50;
/** Requests that a process lets through before it tells the others of them, and how many may weigh before it asks for each. */
const REPORT_EVERY = 20;
const ASK_FROM = 400;
const MAX_TOKENS_KNOWN = 10_000;

/** What a request weighs, all that may, and what no limit is, ms. */
const WEIGHT_MS = 1000 / PER_SECOND;
const MAX_WEIGHT_MS = BURST * WEIGHT_MS;
const NO_LIMIT_MS = 1e9;

/** Adds requests that weigh $2 ms together, unless more than $3 ms would weigh then; answers what does. */
const ADD = {
  name: 'add token uses',
  text: `
    INSERT INTO token_uses AS t (token_id, free_at) VALUES ($1, now() + $2::float8 * interval '1 ms')
    ON CONFLICT (token_id) DO UPDATE SET free_at = greatest(t.free_at, now()) + $2::float8 * interval '1 ms'
    WHERE greatest(t.free_at, now()) + $2::float8 * interval '1 ms' <= now() + $3::float8 * interval '1 ms'
    RETURNING extract(epoch FROM free_at - now())::float8 * 1000 AS weight`,
};
const READ = {
  name: 'read token uses',
  text: 'SELECT extract(epoch FROM free_at - now())::float8 * 1000 AS weight FROM token_uses WHERE token_id = $1',
};

/** What this process knows of a token. */
interface Use {
  /** Up to when its requests weigh, by the clock of `performance.now()`. */
  freeAt: number;
  /** Requests that are not reported to the other processes yet. */
  unreported: number;
  reporting?: Promise<void>;
}

/**
 * Counts the requests of each token; one too many is 429. The count of all processes is in the table `token_uses`. Each
 * adds what it let through by twenties, and asks for every single request only once two thirds of the limit are used: so
 * of N processes up to 20 N requests more, or fewer, get through, and most requests need not ask.
 */
@Injectable()
export class TokenLimit {
  private readonly uses = new Map<number, Use>();

  constructor(private readonly source: DataSource) {}

  /** Counts a request, or refuses it; what is refused counts for nothing. */
  async count(token: number): Promise<void> {
    const use = this.useOf(token);
    while (use.unreported >= REPORT_EVERY) await (use.reporting ??= this.report(token, use));
    const weight = weightOf(use) + WEIGHT_MS;
    if (weight > MAX_WEIGHT_MS) throw tooMany(weight);
    if (weight > ASK_FROM * WEIGHT_MS) return this.ask(token, use);
    use.unreported++;
    use.freeAt = performance.now() + weight;
  }

  private useOf(token: number): Use {
    if (this.uses.size >= MAX_TOKENS_KNOWN) this.forget();
    const use = this.uses.get(token) ?? { freeAt: 0, unreported: 0 };
    this.uses.set(token, use);
    return use;
  }

  private async report(token: number, use: Use): Promise<void> {
    const reported = use.unreported;
    await this.note(use, ADD, [token, reported * WEIGHT_MS, NO_LIMIT_MS]);
    use.unreported = Math.max(0, use.unreported - reported);
    use.reporting = undefined;
  }

  /** Near the limit all processes ask, so that together they let through what one would. */
  private async ask(token: number, use: Use): Promise<void> {
    const { unreported } = use;
    use.unreported = 0;
    if (await this.note(use, ADD, [token, (unreported + 1) * WEIGHT_MS, MAX_WEIGHT_MS])) return;
    use.unreported += unreported;
    await this.note(use, READ, [token]);
    throw tooMany(weightOf(use) + WEIGHT_MS);
  }

  /**
   * Notes what the database knows; false where it counted nothing. Where nothing can be written now, this process goes on
   * by its own count: the limit never makes an error of its own.
   */
  private async note(use: Use, statement: typeof ADD, values: number[]): Promise<boolean> {
    // The time of asking: so a request is never held to weigh longer than it does.
    const asked = performance.now();
    try {
      const [row] = await runPrepared<{ weight: number }>(this.source, statement, values);
      if (row) use.freeAt = asked + row.weight;
      return row !== undefined;
    } catch {
      use.freeAt = Math.max(use.freeAt, asked) + WEIGHT_MS;
      return true;
    }
  }

  private forget(): void {
    for (const [token, use] of this.uses) if (weightOf(use) === 0 && !use.reporting) this.uses.delete(token);
  }
}

function weightOf({ freeAt }: Use): number {
  return Math.max(0, freeAt - performance.now());
}

function tooMany(weight: number): TryLater {
  return new TryLater(
    429,
    'This token has made too many requests. Please try again in a second',
    Math.max(1, Math.ceil((weight - MAX_WEIGHT_MS) / 1000)),
  );
}
