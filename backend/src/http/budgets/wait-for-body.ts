import type { Request, Response } from 'express';
import { MIN_BODY_BYTES_PER_S, SMALL_UPLOAD_BYTES } from '../../config/budgets';
import { endStalled } from './end-stalled';
import { queueOf } from './queued';
import { endSlowAnswer, untilClosed } from './until-closed';

/** How long a body may take however small it is. */
const MIN_TIME_MS = 20_000;

/**
 * Waits in a queue until a body may be held in memory; it counts as held until the answer is sent. A body that comes too
 * slowly from then on ends with its connection, as `endStalled` has it.
 */
export async function waitForBody(request: Request, response: Response, bytes: number): Promise<() => void> {
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
  return endStalled(request, response, MIN_TIME_MS + (bytes / MIN_BODY_BYTES_PER_S) * 1000);
}
