import type { Outbox } from './outbox';
import type { Poster } from './post';

/** Look again although nobody said that there is something; the database was away; ms. */
const REGULARLY = 30_000;
const TRY_AGAIN = 1000;

/** Sends to one webhook, a batch after the other, until it is stopped. */
export class Sender {
  private readonly gone = new AbortController();
  private woken = false;
  private wakeUp?: () => void;
  private isIdle = false;

  constructor(
    private readonly webhookId: number,
    private readonly outbox: Outbox,
    private readonly poster: Poster,
  ) {
    void this.run();
  }

  /** There are changes. */
  grown(): void {
    this.woken = true;
    if (this.isIdle) this.wakeUp?.();
  }

  /** Something is different: look at once, also if a failed try is waiting. */
  wake(): void {
    this.woken = true;
    this.wakeUp?.();
  }

  stop(): void {
    this.gone.abort();
    this.wakeUp?.();
  }

  private async run(): Promise<void> {
    while (!this.gone.signal.aborted) {
      this.woken = false;
      const wait = await this.step().catch(() => TRY_AGAIN);
      if (wait > 0) await this.sleep(wait);
    }
  }

  /** Sends the next batch, if there is one; answers how long to wait, ms. */
  private async step(): Promise<number> {
    const due = await this.outbox.next(this.webhookId);
    this.isIdle = due === null;
    if (!due) return REGULARLY;
    if (due.wait > 0) return Math.min(due.wait, REGULARLY);
    const outcome = await this.poster.post(await this.outbox.pack(due), this.gone.signal);
    // Cut off by our own end, it is not the receiver's fault.
    if (!this.gone.signal.aborted) await this.outbox.note(due, outcome);
    return 0;
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
