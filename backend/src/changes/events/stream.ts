import type { Response } from 'express';

/** One browser that listens. */
export interface Stream {
  id: string;
  client: string;
  userId: number;
  /** The session, or `token 7`: with it the stream ends. */
  credential: string;
  response: Response;
  /** The last change it has got. */
  position: number;
  /** When the other processes know of it. */
  arrived: Promise<void>;
}
