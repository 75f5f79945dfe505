import { randomInt } from 'node:crypto';

/** How often to tick without a notification. */
const POLL_INTERVAL_MS = 30_000;
/** After a tick that threw, such as while the database is away. */
const RETRY_DELAY_MS = 1000;
/** The delay after a first failure. */
const FIRST_RETRY_DELAY_S = 1;

/** Does the next piece of work. Returns how long to wait in ms, or null to wait until the log grows. */
export type Tick = (gone: AbortSignal) => Promise<number | null>;

/** Runs ticks one after the other until it is stopped. */
export class FeedConsumer {
  private readonly gone = new AbortController();
  private readonly ended: Promise<void>;
  private woken = false;
  private hasGrown = false;
  private wakeUp?: () => void;
  private isIdle = false;

  constructor(
    private readonly tick: Tick,
    private readonly onFailure: (error: Error) => void,
  ) {
    this.ended = this.run();
  }

  /** The log has grown: ends a wait for that, no other. */
  onAppended(): void {
    this.hasGrown = true;
    if (this.isIdle) this.wakeUp?.();
  }

  /** Ends any wait, also one after a failure or while changes gather. */
  wake(): void {
    this.woken = true;
    this.wakeUp?.();
  }

  /** Starts no further tick; resolves when the running one has ended. */
  stop(): Promise<void> {
    this.gone.abort();
    this.wakeUp?.();
    return this.ended;
  }

  private async run(): Promise<void> {
    while (!this.gone.signal.aborted) {
      this.woken = this.hasGrown = false;
      const wait = await this.tick(this.gone.signal).catch((error: Error) => {
        this.onFailure(error);
        return RETRY_DELAY_MS;
      });
      this.isIdle = wait === null;
      if (wait !== 0) await this.sleep(Math.min(wait ?? POLL_INTERVAL_MS, POLL_INTERVAL_MS));
    }
  }

  private async sleep(ms: number): Promise<void> {
    if (this.gone.signal.aborted || this.woken || (this.isIdle && this.hasGrown)) return;
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

/** Seconds until the next try: exponential backoff with jitter, at most `longest`. */
export function retryDelaySeconds(failures: number, longest: number): number {
  return Math.min(longest, FIRST_RETRY_DELAY_S * 2 ** failures) * (0.5 + randomInt(1000) / 2000);
}
