import type { Request, Response } from 'express';
import { MIN_BODY_BYTES_PER_S, SMALL_UPLOAD_BYTES } from '../../config/budgets';
import { queueOf } from './queued';
import { endSlowAnswer, untilClosed } from './until-closed';

/** How long a body may take however small it is. */
const MIN_TIME_MS = 20_000;

/**
 * Waits for a place for a body that is held in memory; it is kept until the answer is sent. From then on a body that comes
 * too slowly ends with its connection.
 */
export async function placeForBody(request: Request, response: Response, bytes: number): Promise<void> {
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
