import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What stands before several processes of the app. */
export interface Front {
  url: string;
  close(): Promise<unknown>;
}

/** Starts one before the processes at these addresses; each request goes to the next of them. */
export type StartFront = (urls: string[]) => Promise<Front>;

/** The fronts that `TEST_FRONT` can name. */
const fronts: Record<string, StartFront> = { node: startOurs };

/** The front that is wanted: our own without `TEST_FRONT`. */
export function startFront(urls: string[]): Promise<Front> {
  const name = process.env.TEST_FRONT ?? 'node';
  if (!(name in fronts)) throw new Error(`TEST_FRONT must be one of ${Object.keys(fronts).join(', ')}`);
  return fronts[name](urls);
}

async function startOurs(urls: string[]): Promise<Front> {
  const thread = new Worker(join(__dirname, 'front-thread.cjs'), { workerData: urls });
  const [port] = (await once(thread, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, close: () => thread.terminate() };
}
