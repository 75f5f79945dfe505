import { ServiceUnavailableException } from '@nestjs/common';
import pLimit from 'p-limit';

/** Concurrent decodings, since each may hold the pixels of a large photo, and how many may wait. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 200;

const limit = pLimit(MAX_CONCURRENT);

/** Runs a task that decodes an image when its turn comes; 503 where too many wait already. */
export async function decoding<T>(task: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= MAX_WAITING)
    throw new ServiceUnavailableException('Too many pictures are asked for at once. Please try again');
  return limit(task);
}
