import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

interface Asked {
  ms: number;
  /** The status and body of an answer that was not 200, or why there was none. */
  failure?: string;
}

/** Another user, who asks for something small again and again; how long that takes is noted. */
export class LatencyProbe {
  private asked: Asked[] = [];
  private readonly thread: Worker;

  constructor(url: string, cookie: string, everyMs = 15) {
    this.thread = new Worker(join(__dirname, 'latency-probe-thread.cjs'), { workerData: { url, cookie, everyMs } });
    this.thread.on('message', (one: Asked) => this.asked.push(one));
  }

  /** The 99th percentile since the last call, ms, 0 where none was asked, and how many were asked; throws where one was not answered with 200. */
  take(): { p99: number; asked: number } {
    const asked = this.asked.sort((a, b) => a.ms - b.ms);
    this.asked = [];
    const failed = asked.filter(({ failure }) => failure);
    if (failed.length > 0)
      throw new Error(
        `somebody else was answered ${failed[0].failure} (${failed.length} of ${asked.length} requests failed)`,
      );
    return { p99: asked[Math.floor(asked.length * 0.99)]?.ms ?? 0, asked: asked.length };
  }

  async stop(): Promise<void> {
    await this.thread.terminate();
  }
}
