import pLimit, { type LimitFunction } from 'p-limit';
import { TryLater } from '../../http/try-later';

/** A hash takes a core and 19 MiB for some 20 ms: two at a time leave the other requests theirs. */
const MAX_RUNNING = 2;
const MAX_WAITING = 100;

/** Runs two tasks at a time, and one per person. Rejects with 503 when more than 100 wait. */
export class HashingQueue {
  private readonly limit = pLimit(MAX_RUNNING);
  private readonly people = new Map<string, { limit: LimitFunction; tasks: number }>();
  private accepted = 0;

  async run<T>(person: string, task: () => Promise<T>): Promise<T> {
    if (this.accepted >= MAX_RUNNING + MAX_WAITING)
      throw new TryLater(503, 'Too many people are signing in right now. Please try again in a few seconds', 2);
    const own = this.people.get(person) ?? { limit: pLimit(1), tasks: 0 };
    this.people.set(person, own);
    this.accepted++;
    own.tasks++;
    try {
      return await own.limit(() => this.limit(task));
    } finally {
      this.accepted--;
      if (--own.tasks === 0) this.people.delete(person);
    }
  }
}
