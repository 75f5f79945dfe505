import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { DataSource } from 'typeorm';
import { runPrepared } from '../../database/prepared-statement';
import { endsAccess } from '../health';
import { TryLater } from '../try-later';

const MB = 1_000_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** What a process counts before it adds it to the table: so many bytes, or what came in so many ms. */
const MAX_PENDING_BYTES = MB;
const MAX_PENDING_MS = 5000;

/** Adds $2 to the bytes of a user on this day, and returns them. */
const ADD = {
  name: 'add daily bytes',
  text: `
    INSERT INTO daily_bytes AS d (user_id, day, bytes) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2)
    ON CONFLICT (user_id) DO UPDATE SET day = excluded.day,
      bytes = excluded.bytes + CASE WHEN d.day = excluded.day THEN d.bytes ELSE 0 END
    RETURNING bytes::float8`,
};

interface Usage {
  /** The bytes of all processes when the table was last asked, and what this one has counted since. */
  total: number;
  pending: number;
  addedAt: number;
  adding?: Promise<void>;
}

/**
 * Rejects with 429 what a signed-in user writes beyond `maxMb` in a day (UTC), counted over all processes; 0 is no limit.
 * Deleting and ending access always work.
 */
export function limitDailyBytes(source: DataSource, maxMb: number): RequestHandler {
  const bytes = new DailyBytes(source, maxMb);
  return (request: Request, response: Response, next: NextFunction) => {
    const { user, headers, socket } = request;
    const announced = Number(headers['content-length'] ?? 0);
    const hasBody = announced > 0 || headers['transfer-encoding'] !== undefined;
    const isFree = !hasBody || ['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(request.method) || endsAccess(request);
    if (maxMb === 0 || !user || isFree) return next();
    const { id } = user as { id: number };
    const before = socket.bytesRead - request.readableLength;
    bytes.take(id, announced).then(() => {
      // A body may have no length, and nothing stays of a refused one.
      response.once('close', () => {
        const kept = response.statusCode < 400 ? socket.bytesRead - before : 0;
        bytes.count(id, kept - announced);
      });
      next();
    }, next);
  };
}

/** The bytes of each user. Small writes never wait for the table. */
class DailyBytes {
  private readonly users = new Map<number, Usage>();
  private day = 0;

  constructor(
    private readonly source: DataSource,
    private readonly maxMb: number,
  ) {}

  /** Counts bytes, or refuses them. */
  async take(user: number, bytes: number): Promise<void> {
    const usage = this.usageOf(user);
    if (usage.pending + bytes >= MAX_PENDING_BYTES) await this.add(user, usage);
    else if (Date.now() - usage.addedAt > MAX_PENDING_MS) void this.add(user, usage);
    if (usage.total + usage.pending + bytes >= this.maxMb * MB)
      throw new TryLater(
        429,
        `You can send at most ${this.maxMb} MB in a day. Please try again after midnight (UTC). Deleting still works`,
        Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1000),
      );
    this.count(user, bytes);
  }

  count(user: number, bytes: number): void {
    const usage = this.usageOf(user);
    usage.pending += bytes;
    if (usage.pending >= MAX_PENDING_BYTES) void this.add(user, usage);
  }

  private usageOf(user: number): Usage {
    const today = Math.floor(Date.now() / DAY_MS);
    if (today !== this.day) this.users.clear();
    this.day = today;
    const usage = this.users.get(user) ?? { total: 0, pending: 0, addedAt: 0 };
    this.users.set(user, usage);
    return usage;
  }

  private add(user: number, usage: Usage): Promise<void> {
    return (usage.adding ??= this.addNow(user, usage).finally(() => (usage.adding = undefined)));
  }

  /** Where nothing can be written now, the bytes are added later. */
  private async addNow(user: number, usage: Usage): Promise<void> {
    const { pending } = usage;
    usage.addedAt = Date.now();
    const rows = await runPrepared<{ bytes: number }>(this.source, ADD, [user, pending]).catch(() => null);
    if (!rows) return;
    usage.total = rows[0].bytes;
    usage.pending -= pending;
  }
}
