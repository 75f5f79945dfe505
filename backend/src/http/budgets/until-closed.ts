import type { Request, Response } from 'express';
import { MAX_ANSWER_STALL_MS, MIN_ANSWER_BYTES_PER_S } from '../../config/budgets';

/** Resolves when the response is closed. One behind another one on its connection is never closed when the connection ends. */
export async function untilClosed({ socket }: Request, response: Response): Promise<void> {
  if (socket.destroyed || response.closed) return;
  await new Promise<unknown>((done) => {
    response.once('close', done);
    socket.once('close', done);
  });
}

/** Ends an answer that the client takes too slowly, since it holds a place that others wait for. */
export function endSlowAnswer({ socket }: Request, response: Response): void {
  let sent = socket.bytesWritten;
  const check = setInterval(() => {
    const isFastEnough = socket.bytesWritten - sent >= (MIN_ANSWER_BYTES_PER_S * MAX_ANSWER_STALL_MS) / 1000;
    sent = socket.bytesWritten;
    if (response.writableLength > 0 && !isFastEnough) response.destroy();
  }, MAX_ANSWER_STALL_MS).unref();
  response.once('close', () => clearInterval(check));
  socket.once('close', () => clearInterval(check));
}
