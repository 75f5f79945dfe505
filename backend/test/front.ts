import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { startFront as startBalancer, type FrontName } from './cluster/front';

/** What stands before several processes of the app. */
export interface Front {
  url: string;
  close(): Promise<unknown>;
}

/** Starts one before the processes at these addresses; each request goes to the next of them. */
export type StartFront = (urls: string[]) => Promise<Front>;

/** The front that is wanted: one of `deploy/`, by its name, or our own. */
export const FRONT = process.env.TEST_FRONT ?? 'node';

/** Whether the front terminates TLS, and says to the app who asks and how. */
export const IS_BALANCER = FRONT !== 'node';

const fronts: Record<string, StartFront> = { node: startOurs, nginx: startTheirs, haproxy: startTheirs };

/** Starts the front that is wanted. */
export function startFront(urls: string[]): Promise<Front> {
  if (!(FRONT in fronts)) throw new Error(`TEST_FRONT must be one of ${Object.keys(fronts).join(', ')}`);
  return fronts[FRONT](urls);
}

async function startOurs(urls: string[]): Promise<Front> {
  const thread = new Worker(join(__dirname, 'front-thread.cjs'), { workerData: urls });
  const [port] = (await once(thread, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, close: () => thread.terminate() };
}

/** nginx or HAProxy, by HTTPS. Node trusts what `NODE_EXTRA_CA_CERTS` names from its start on, so that is the certificate. */
async function startTheirs(urls: string[]): Promise<Front> {
  const { NODE_EXTRA_CA_CERTS } = process.env;
  if (!NODE_EXTRA_CA_CERTS)
    throw new Error('Tests trust the certificate of this front where "npm run gates -- processes" starts them');
  const { url, stop } = await startBalancer(
    FRONT as FrontName,
    urls.map((app) => Number(new URL(app).port)),
    dirname(NODE_EXTRA_CA_CERTS),
  );
  return { url, close: stop };
}
