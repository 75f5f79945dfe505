import { TryLater } from '../../http/try-later';

/** Hashing takes a core and 19 MiB for some 20 ms: two at a time leave the other requests theirs. */
const AT_ONCE = 2;
/** Who would wait behind more is better told so. */
const MAX_WAITING = 100;

interface Waiting {
  whose: string;
  start: () => void;
}

/** Does a few tasks at a time, of each person one, in the order in which they came; 503 when too many wait. */
export class HashingQueue {
  private readonly running = new Set<string>();
  private readonly waiting: Waiting[] = [];

  async take<T>(whose: string, task: () => Promise<T>): Promise<T> {
    if (this.waiting.length >= MAX_WAITING)
      throw new TryLater(503, 'Too many people are signing in right now. Please try again in a few seconds', 2);
    await new Promise<void>((start) => {
      this.waiting.push({ whose, start });
      this.startNext();
    });
    try {
      return await task();
    } finally {
      this.running.delete(whose);
      this.startNext();
    }
  }

  private startNext(): void {
    while (this.running.size < AT_ONCE) {
      const next = this.waiting.findIndex(({ whose }) => !this.running.has(whose));
      if (next < 0) return;
      const [{ whose, start }] = this.waiting.splice(next, 1);
      this.running.add(whose);
      start();
    }
  }
}
