import { randomInt } from 'node:crypto';

/** Look again although nobody said that there is something; the database was away; ms. */
const POLL_INTERVAL_MS = 30_000;
const RETRY_DELAY_MS = 1000;
/** After a first failure, seconds. */
const FIRST_RETRY_DELAY_S = 1;

/** Does what is next: answers how long to wait, ms, or null where there is nothing to do until the log grows. */
export type Tick = (gone: AbortSignal) => Promise<number | null>;

/** Goes through the feed of changes, a step after the other, until it is stopped. */
export class FeedConsumer {
  private readonly gone = new AbortController();
  private readonly ended: Promise<void>;
  private woken = false;
  private wakeUp?: () => void;
  private isIdle = false;

  constructor(private readonly tick: Tick) {
    this.ended = this.run();
  }

  /** There are changes. */
  onAppended(): void {
    this.woken = true;
    if (this.isIdle) this.wakeUp?.();
  }

  /** Something is different: look at once, also if a failed try is waiting. */
  wake(): void {
    this.woken = true;
    this.wakeUp?.();
  }

  /** Takes no further step; resolves when the one under way has ended. */
  stop(): Promise<void> {
    this.gone.abort();
    this.wakeUp?.();
    return this.ended;
  }

  private async run(): Promise<void> {
    while (!this.gone.signal.aborted) {
      this.woken = false;
      const wait = await this.tick(this.gone.signal).catch(() => RETRY_DELAY_MS);
      this.isIdle = wait === null;
      if (wait !== 0) await this.sleep(Math.min(wait ?? POLL_INTERVAL_MS, POLL_INTERVAL_MS));
    }
  }

  private async sleep(ms: number): Promise<void> {
    if (this.gone.signal.aborted || this.woken) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wakeUp = undefined;
  }
}

/** Seconds until the next try: twice as long each time, up to the longest, and never all at the same moment. */
export function retryDelaySeconds(failures: number, longest: number): number {
  return Math.min(longest, FIRST_RETRY_DELAY_S * 2 ** failures) * (0.5 + randomInt(1000) / 2000);
}
