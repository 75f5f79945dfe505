/** How long those that came meanwhile wait for one go, ms. */
const PATIENCE = 100;

/** Does at once what comes alone, and in one go what comes while another go is under way. */
export class Together<T> {
  private underWay?: Promise<void>;
  private waiting: T[] = [];
  private impatience?: NodeJS.Timeout;

  /** `go` answers each of those itself and never rejects; `choose` says which of those that wait go next, while the others wait on. */
  constructor(
    private readonly go: (those: T[]) => Promise<void>,
    private readonly choose: (waiting: T[]) => { taken: T[]; left: T[] } = (waiting) => ({ taken: waiting, left: [] }),
  ) {}

  add(one: T): void {
    if (!this.underWay) return this.start([one]);
    this.waiting.push(one);
    this.impatience ??= setTimeout(() => this.all(), PATIENCE);
  }

  private start(those: T[]): void {
    const underWay = this.go(those).finally(() => {
      if (this.underWay === underWay) this.next();
    });
    this.underWay = underWay;
  }

  private next(): void {
    clearTimeout(this.impatience);
    this.impatience = undefined;
    this.underWay = undefined;
    if (this.waiting.length === 0) return;
    this.start(this.take());
    if (this.waiting.length > 0) this.impatience = setTimeout(() => this.all(), PATIENCE);
  }

  /** From now on each go waits for a connection itself, no longer than other requests do. */
  private all(): void {
    this.impatience = undefined;
    this.underWay = undefined;
    while (this.waiting.length > 0) this.start(this.take());
  }

  private take(): T[] {
    const { taken, left } = this.choose(this.waiting);
    this.waiting = left;
    return taken;
  }
}
