import { TryLater } from './try-later';

const RETRY_AFTER_S = 2;

type User = string | number;

export interface FairQueueOptions {
  /** How many tasks run at once, of all users and of one. */
  concurrency: number;
  perUser: number;
  /** How many tasks may wait, of all users and of one. */
  maxWaiting: number;
  maxWaitingPerUser: number;
  /** The sentence that a refused user reads. */
  busy: string;
}

/**
 * Runs few tasks at once. Users take turns: one who brings many tasks waits for oneself. Rejects with 429 when
 * too many tasks of the user wait, and with 503 when too many of all users do.
 */
export class FairQueue {
  private readonly runningOf = new Map<User, number>();
  /** The first user is the next. */
  private readonly waitingOf = new Map<User, (() => void)[]>();
  private runningCount = 0;
  private waitingCount = 0;

  constructor(private readonly options: FairQueueOptions) {}

  get running(): number {
    return this.runningCount;
  }

  get waiting(): number {
    return this.waitingCount;
  }

  async run<T>(user: User, task: () => Promise<T>): Promise<T> {
    if (this.mayStart(user)) this.count(user, 1);
    else await this.turn(user);
    try {
      return await task();
    } finally {
      this.count(user, -1);
      this.startNext();
    }
  }

  private mayStart(user: User): boolean {
    const { concurrency, perUser } = this.options;
    return this.runningCount < concurrency && (this.runningOf.get(user) ?? 0) < perUser;
  }

  private count(user: User, change: 1 | -1): void {
    this.runningCount += change;
    const running = (this.runningOf.get(user) ?? 0) + change;
    if (running === 0) this.runningOf.delete(user);
    else this.runningOf.set(user, running);
  }

  private turn(user: User): Promise<void> {
    const { maxWaiting, maxWaitingPerUser, busy } = this.options;
    const own = this.waitingOf.get(user) ?? [];
    if (own.length >= maxWaitingPerUser) throw new TryLater(429, busy, RETRY_AFTER_S);
    if (this.waitingCount >= maxWaiting) throw new TryLater(503, busy, RETRY_AFTER_S);
    this.waitingOf.set(user, own);
    this.waitingCount++;
    return new Promise((start) => own.push(start));
  }

  /** Starts the first task of the first user who may start one, and puts the user behind the others. */
  private startNext(): void {
    const next = [...this.waitingOf].find(([user]) => this.mayStart(user));
    if (!next) return;
    const [user, [start, ...rest]] = next;
    this.waitingOf.delete(user);
    if (rest.length > 0) this.waitingOf.set(user, rest);
    this.waitingCount--;
    // Counted now, since another request may come before the task starts.
    this.count(user, 1);
    start();
  }
}
