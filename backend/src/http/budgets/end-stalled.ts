import type { Request, Response } from 'express';
import { MAX_ANSWER_STALL_MS, MAX_BODY_MS, MAX_BODY_STALL_MS } from '../../config/budgets';

/**
 * Ends a connection whose body pauses, or takes longer than `maxMs` from now on; a slow client can go on. Called when a body
 * begins to be read, so that waiting for a turn costs it no time. The function that it answers lifts both limits.
 */
export function endStalled(request: Request, response: Response, maxMs = MAX_BODY_MS): () => void {
  const end = (): void => void (request.complete || request.destroy());
  request.setTimeout(MAX_BODY_STALL_MS, end);
  const tooLong = setTimeout(end, maxMs).unref();
  request.once('close', () => clearTimeout(tooLong));
  // After the response, the timeout is that of an idle connection.
  request.once('end', () => response.writableFinished || request.socket.setTimeout(MAX_ANSWER_STALL_MS));
  return () => {
    clearTimeout(tooLong);
    request.setTimeout(0);
  };
}
