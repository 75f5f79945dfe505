import { statfs } from 'node:fs/promises';

const CHECK_INTERVAL_MS = 200;
const HOUR_MS = 3_600_000;
const MB = 1024 * 1024;
/** What stays for PostgreSQL, which ends when there is no room for its log: four of that log's files. */
const RESERVE = 64 * MB;
/** What stays of it for PostgreSQL alone: one such file. Between the two people still sign in and end access. */
const LAST_RESERVE = 16 * MB;
const LITTLE = 1024 * MB;

/** Knows how much room there is for a folder, and says so when it becomes little: each sentence at most once an hour. */
export class Disk {
  /** Whether only the reserve is left. */
  isFull = false;
  /** Whether even that is nearly used up. */
  isUsedUp = false;
  private readonly saidAt = new Map<string, number>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly folder: string,
    private readonly log: (message: string) => void,
  ) {}

  /** Looks now, and from now on. */
  async watch(): Promise<void> {
    await this.look();
    this.timer ??= setInterval(() => void this.look(), CHECK_INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Where the system does not say how much room there is, what was known stays. */
  async look(): Promise<void> {
    const found = await statfs(this.folder).catch(() => undefined);
    if (!found) return;
    const free = found.bavail * found.bsize;
    this.isFull = free < RESERVE;
    this.isUsedUp = free < LAST_RESERVE;
    const left = `${Math.floor(free / MB)} MB are left`;
    if (this.isFull)
      this.say(`The disk is full (${left} for ${this.folder}): nothing can be saved until there is room again`, 'full');
    else if (free < LITTLE || found.bavail < found.blocks / 10)
      this.say(
        `The disk is nearly full: ${left} for ${this.folder}. Below ${RESERVE / MB} MB nothing more is saved`,
        'low',
      );
  }

  private say(sentence: string, kind: string): void {
    if (Date.now() - (this.saidAt.get(kind) ?? -Infinity) < HOUR_MS) return;
    this.saidAt.set(kind, Date.now());
    this.log(sentence);
  }
}
