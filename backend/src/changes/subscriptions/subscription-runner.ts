import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { ChangeDto } from '../change.dto';
import type { Change } from '../change.entity';
import { MAX_SCANNED, type ChangesService } from '../changes.service';
import { retryDelaySeconds, type Tick } from './feed-consumer';
import type { MarkedMethod } from '../../records/marked-methods';
import type { ChangeNotifier } from '../../records/change-notifier';
import { kindsOf, type ChangeOf, type OnChangeMark } from './on-change';

/** A method with `@OnChange` or `@OnChanges`. */
export type Subscription = MarkedMethod<
  OnChangeMark,
  (told: ChangeOf<object> | ChangeOf<object>[]) => void | Promise<void>
>;

/** The most entries read at once. */
const BATCH = 100;
const MAX_RETRY_DELAY_S = 300;
/** How often the offset is committed while changes are delivered. */
const COMMIT_INTERVAL_MS = 1000;
/** How long to let changes gather: one read and one commit then serve all of them. */
const PAUSE_MS = 250;
/** How many entries may be passed over before the offset is committed. */
const MAX_UNCOMMITTED = 1000;

/** A new subscription starts at the end of the feed; none is ahead of it, which it can be where the database was put back. */
const READ_OFFSET = `
  INSERT INTO change_listeners (name, position) SELECT $1, safe FROM changes_horizon()
  ON CONFLICT (name) DO UPDATE SET position = (SELECT least(change_listeners.position, newest) FROM changes_horizon())
  RETURNING position::float8`;
/** Of what is delivered while the database is put back, the log knows nothing then. */
const COMMIT_OFFSET = `
  UPDATE change_listeners SET position = $2 FROM changes_horizon() WHERE name = $1 AND position < $2 AND $2 <= newest`;

/** The committed offset of a subscription; a new one gets its first. */
export async function readOffset(source: DataSource, name: string): Promise<number> {
  const [{ position }] = await source.query<{ position: number }[]>(READ_OFFSET, [name]);
  return position;
}

/** Delivers the changes after its offset to one subscription. */
export class SubscriptionRunner {
  private readonly log = new Logger('listeners');
  private offset = -1;
  private committed = { offset: -1, at: 0 };
  private failures = 0;
  private tryAgainAt = 0;

  constructor(
    private readonly subscription: Subscription,
    private readonly tools: { source: DataSource; changes: ChangesService; notifier: ChangeNotifier },
  ) {}

  /** Delivers the next batch, and commits the offset. */
  readonly tick: Tick = async (gone) => {
    const left = this.tryAgainAt - Date.now();
    if (left > 0) return left;
    const { source, changes, notifier } = this.tools;
    if (this.offset < 0) this.offset = this.committed.offset = await readOffset(source, this.subscription.name);
    else if (notifier.position === this.offset) return null;
    // Not the notifier's position, which a database that was put back to an earlier state has not reached again.
    const { safe, newest } = await notifier.horizon();
    if (newest < this.offset) {
      this.offset = -1;
      return 0;
    }
    if (safe <= this.offset) return null;
    const { kind, operations } = this.subscription.mark;
    const until = Math.min(safe, this.offset + MAX_SCANNED);
    const found = await changes.entries(this.offset, until, BATCH, { kinds: kindsOf(kind), operations });
    const told = await this.deliver(found.changes, gone);
    if (told === found.changes.length) this.offset = found.until;
    if (told > 0 || this.offset - this.committed.offset > MAX_UNCOMMITTED) await this.commitOffset();
    return this.offset < safe ? 0 : PAUSE_MS;
  };

  /** Returns how many were delivered: fewer than given after a failure or at the end. */
  private async deliver(found: Change[], gone: AbortSignal): Promise<number> {
    const changes = await this.tools.changes.serialize(found);
    const size = this.subscription.mark.inBatches ? BATCH : 1;
    for (let told = 0; told < found.length; told += size) {
      const next = changes.slice(told, told + size);
      if (gone.aborted || !(await this.succeeds(next))) return told;
      this.offset = found[told + next.length - 1].id;
      if (Date.now() - this.committed.at > COMMIT_INTERVAL_MS) await this.commitOffset();
    }
    return found.length;
  }

  private async succeeds(next: ChangeDto[]): Promise<boolean> {
    try {
      await this.subscription.call(this.subscription.mark.inBatches ? next : next[0]);
      this.failures = 0;
      return true;
    } catch (error) {
      const seconds = retryDelaySeconds(this.failures++, MAX_RETRY_DELAY_S);
      this.tryAgainAt = Date.now() + seconds * 1000;
      this.log.error({
        msg: `${this.subscription.name} failed; the change is told again in ${Math.ceil(seconds)} s`,
        change: next[0].cursor,
        err: error,
      });
      return false;
    }
  }

  private async commitOffset(): Promise<void> {
    await this.tools.source.query(COMMIT_OFFSET, [this.subscription.name, this.offset]);
    this.committed = { offset: this.offset, at: Date.now() };
  }
}
