import { ServiceUnavailableException } from '@nestjs/common';

/** Decodings under way at once, each of which may hold the pixels of a large photo, and how many may wait. */
const AT_ONCE = 2;
const MAX_WAITING = 200;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs a task that decodes an image when its turn comes; 503 where too many wait already. */
export async function decoding<T>(task: () => Promise<T>): Promise<T> {
  if (waiting.length >= MAX_WAITING)
    throw new ServiceUnavailableException('Too many pictures are asked for at once. Please try again');
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await task();
  } finally {
    // The place is handed on as it is, so that nobody can slip in between.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
