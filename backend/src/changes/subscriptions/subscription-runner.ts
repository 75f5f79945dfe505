import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { ChangeDto } from '../change.dto';
import type { Change } from '../change.entity';
import type { ChangesService } from '../changes.service';
import { pause, type Step } from './feed-consumer';
import type { MarkedMethod } from '../../records/marked-methods';
import type { News } from '../change-notifier';
import type { ChangeOf, ListenerOptions } from './on-change';

/** A method that wants to hear of changes. */
export type Listener = MarkedMethod<
  ListenerOptions & { kind: string },
  (change: ChangeOf<object>) => void | Promise<void>
>;

/** The most entries read at once, and numbers of the log looked through for them. */
const BATCH = 100;
const WINDOW = 10_000;
/** Between two tries at most, seconds. */
const LONGEST_PAUSE = 300;
/** How often its place is noted while there is something to tell, ms; how far it may move without that while there is not. */
const NOTE_EVERY = 1000;
const PASSED_OVER = 1000;

/** A listener that is new begins at the end of the feed. */
const FIND_PLACE =
  'INSERT INTO change_listeners (name, position) SELECT $1, safe FROM changes_horizon() ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING position::float8';
const NOTE_PLACE = 'UPDATE change_listeners SET position = $2 WHERE name = $1 AND position < $2';

/** The place of a listener in the feed, which it gets where it has none. */
export async function findPlace(source: DataSource, listener: string): Promise<number> {
  const [{ position }] = await source.query<{ position: number }[]>(FIND_PLACE, [listener]);
  return position;
}

/** Tells one listener what has changed since its place in the feed. */
export class Teller {
  private readonly log = new Logger('listeners');
  private position = -1;
  private noted = { position: -1, at: 0 };
  private failures = 0;
  private tryAgainAt = 0;

  constructor(
    private readonly listener: Listener,
    private readonly tools: { source: DataSource; changes: ChangesService; news: News },
  ) {}

  /** Tells what there is up to a number of changes, and notes how far it has got. */
  readonly step: Step = async (gone) => {
    const left = this.tryAgainAt - Date.now();
    if (left > 0) return left;
    const { source, changes, news } = this.tools;
    if (this.position < 0) this.position = this.noted.position = await findPlace(source, this.listener.name);
    const { safe } = await news.horizon();
    if (safe <= this.position) return null;
    const { kind, operations } = this.listener.mark;
    const until = Math.min(safe, this.position + WINDOW);
    const found = await changes.entries(this.position, until, BATCH, { kinds: [kind], operations });
    const told = await this.tell(found, gone);
    if (told === found.length && told < BATCH) this.position = until;
    if (told > 0 || this.position - this.noted.position > PASSED_OVER) await this.note();
    return 0;
  };

  /** Answers how many were told: fewer than there are where one failed, or at the end. */
  private async tell(found: Change[], gone: AbortSignal): Promise<number> {
    for (const [index, change] of (await this.tools.changes.serialize(found)).entries()) {
      if (gone.aborted || !(await this.succeeds(change))) return index;
      this.position = found[index].id;
      if (Date.now() - this.noted.at > NOTE_EVERY) await this.note();
    }
    return found.length;
  }

  private async succeeds(change: ChangeDto): Promise<boolean> {
    try {
      await this.listener.call(change);
      this.failures = 0;
      return true;
    } catch (error) {
      const seconds = pause(this.failures++, LONGEST_PAUSE);
      this.tryAgainAt = Date.now() + seconds * 1000;
      this.log.error({
        msg: `${this.listener.name} failed; the change is told again in ${Math.ceil(seconds)} s`,
        change: change.cursor,
        err: error,
      });
      return false;
    }
  }

  private async note(): Promise<void> {
    await this.tools.source.query(NOTE_PLACE, [this.listener.name, this.position]);
    this.noted = { position: this.position, at: Date.now() };
  }
}
