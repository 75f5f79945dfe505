import { setImmediate } from 'node:timers/promises';

const MAX_TURN_MS = 10;

/** Measures how long a long job has kept others waiting. */
export class Turn {
  private started = performance.now();

  get isOver(): boolean {
    return performance.now() - this.started > MAX_TURN_MS;
  }

  /** Lets other requests go on first. */
  async yield(): Promise<void> {
    await setImmediate();
    this.started = performance.now();
  }
}
