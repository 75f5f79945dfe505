import { stoppers } from './database';

/** Stops the throw-away PostgreSQL. */
export default async function globalTeardown(): Promise<void> {
  for (const stop of stoppers) await stop();
}
