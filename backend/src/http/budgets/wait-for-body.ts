import type { Request, Response } from 'express';
import { MIN_BODY_BYTES_PER_S, SMALL_UPLOAD_BYTES } from '../../config/budgets';
import { queueOf } from './queued';
import { endSlowAnswer, untilClosed } from './until-closed';

/** How long a body may take however small it is. */
const MIN_TIME_MS = 20_000;

/**
 * Waits in a queue until a body may be held in memory; it counts as held until the answer is sent. A body that comes too
 * slowly from then on ends with its connection.
 */
export async function waitForBody(request: Request, response: Response, bytes: number): Promise<void> {
  const { id } = request.user as { id: number };
  const queue = queueOf(bytes > SMALL_UPLOAD_BYTES ? 'largeBodies' : 'bodies');
  await new Promise<void>((resolve, reject) => {
    const hold = (): Promise<void> => {
      resolve();
      endSlowAnswer(request, response);
      return untilClosed(request, response);
    };
    queue.run(id, hold).catch(reject);
  });
  const maxMs = MIN_TIME_MS + (bytes / MIN_BODY_BYTES_PER_S) * 1000;
  const tooSlow = setTimeout(() => request.complete || request.destroy(), maxMs).unref();
  request.once('close', () => clearTimeout(tooSlow));
}
