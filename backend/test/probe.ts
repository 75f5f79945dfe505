import { setTimeout as sleep } from 'node:timers/promises';

/** Another user, who asks for something small again and again and notes how long it takes, in ms. */
export class Probe {
  private times: number[] = [];
  private failures: string[] = [];
  private asking = true;
  private readonly work: Promise<void>;

  constructor(url: string, cookie: string, everyMs = 15) {
    this.work = this.ask(url, cookie, everyMs);
  }

  /** The 99th percentile since the last call, and how many were asked; throws where one was not answered with 200. */
  take(): { p99: number; asked: number } {
    const times = this.times.sort((a, b) => a - b);
    if (this.failures.length > 0) throw new Error(`somebody else was answered ${this.failures[0]}`);
    this.times = [];
    return { p99: times[Math.floor(times.length * 0.99)], asked: times.length };
  }

  async stop(): Promise<void> {
    this.asking = false;
    await this.work;
  }

  private async ask(url: string, Cookie: string, everyMs: number): Promise<void> {
    for (; this.asking; await sleep(everyMs)) {
      const start = performance.now();
      const status = await fetch(url, { headers: { Cookie } }).then(
        async (answer) => (await answer.arrayBuffer(), answer.status),
        (error: Error) => error.message,
      );
      this.times.push(performance.now() - start);
      if (status !== 200) this.failures.push(String(status));
    }
  }
}
