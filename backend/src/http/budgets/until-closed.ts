import type { Request, Response } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_ANSWER_STALL_MS, MIN_ANSWER_BYTES_PER_S } from '../../config/budgets';

/** More requests than this at once on a connection end it: browsers send one, and proxies too. Each of them has begun by then. */
export const MAX_PIPELINED = 4;
/** Node warns of a leak above this. A streamed answer that has waited in queues has about a dozen. */
const MAX_CLOSE_LISTENERS = 20;

/** Resolves when the response is closed. */
export async function untilClosed({ socket }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (socket.destroyed || response.closed) return;
  await new Promise<void>((resolve) => onceClosed(socket, response, resolve));
}

/** A response behind another one on its connection is never closed when the connection ends. A connection outlives its responses. */
function onceClosed(socket: Socket, response: ServerResponse, done: () => void): void {
  response.setMaxListeners(MAX_CLOSE_LISTENERS);
  socket.setMaxListeners(MAX_PIPELINED * MAX_CLOSE_LISTENERS);
  const end = (): void => {
    response.off('close', end);
    socket.off('close', end);
    done();
  };
  response.once('close', end);
  socket.once('close', end);
}

/** Ends an answer that the client takes too slowly, since it holds a place that others wait for. */
export function endSlowAnswer({ socket }: Request, response: Response): void {
  // Nothing would end the check of one that was gone before it began.
  if (socket.destroyed || response.closed) return;
  let sent = socket.bytesWritten;
  const check = setInterval(() => {
    const isFastEnough = socket.bytesWritten - sent >= (MIN_ANSWER_BYTES_PER_S * MAX_ANSWER_STALL_MS) / 1000;
    sent = socket.bytesWritten;
    if (response.writableLength > 0 && !isFastEnough) response.destroy();
  }, MAX_ANSWER_STALL_MS).unref();
  onceClosed(socket, response, () => clearInterval(check));
}
