import { Injectable, ServiceUnavailableException, type OnApplicationShutdown } from '@nestjs/common';
import { QUEUES } from '../config/budgets';
import { FairQueue } from '../http/budgets/fair-queue';
import { DecodingProcess } from './decoding-process';

/** Lets users take turns with two processes that decode images. A user decodes one image at a time. */
@Injectable()
export class ImageDecoder implements OnApplicationShutdown {
  private readonly queue = new FairQueue(QUEUES.images);
  private readonly processes = Array.from({ length: QUEUES.images.concurrency }, () => new DecodingProcess());
  /** The last one is the next: with few images the other one stays stopped. */
  private readonly free = [...this.processes];
  private isStopping = false;

  /** Comes when open requests have ended, or are cut. */
  onApplicationShutdown(): void {
    this.isStopping = true;
    for (const process of this.processes) process.stop();
  }

  /** Runs a task with one of the processes when it is the user's turn. */
  inTurn<T>(userId: number, task: (process: DecodingProcess) => Promise<T>): Promise<T> {
    return this.queue.run(userId, async () => {
      if (this.isStopping) throw new ServiceUnavailableException('The app is stopping');
      const process = this.free.pop() as DecodingProcess;
      try {
        return await task(process);
      } finally {
        this.free.push(process);
      }
    });
  }
}
