import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { startDeployedBalancer, type BalancerName } from '../../reliability/cluster/deployed-balancer';

/** What stands before several processes of the app. */
export interface LoadBalancer {
  url: string;
  close(): Promise<unknown>;
}

/** Starts one before the processes at these addresses; each request goes to the next of them. */
export type StartLoadBalancer = (urls: string[]) => Promise<LoadBalancer>;

/** The load balancer that is wanted: one of `deploy/`, by its name, or our own. */
export const LOAD_BALANCER = process.env.TEST_LOAD_BALANCER ?? 'node';

/** Whether the load balancer terminates TLS, and says to the app who asks and how. */
export const IS_DEPLOYED_BALANCER = LOAD_BALANCER !== 'node';

const balancers: Record<string, StartLoadBalancer> = { node: startOurs, nginx: startTheirs, haproxy: startTheirs };

/** Starts the load balancer that is wanted. */
export function startLoadBalancer(urls: string[]): Promise<LoadBalancer> {
  if (!(LOAD_BALANCER in balancers))
    throw new Error(`TEST_LOAD_BALANCER must be one of ${Object.keys(balancers).join(', ')}`);
  return balancers[LOAD_BALANCER](urls);
}

async function startOurs(urls: string[]): Promise<LoadBalancer> {
  const thread = new Worker(join(__dirname, 'load-balancer-thread.cjs'), { workerData: urls });
  const [port] = (await once(thread, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, close: () => thread.terminate() };
}

/** nginx or HAProxy, by HTTPS. Node trusts what `NODE_EXTRA_CA_CERTS` names from its start on, so that is the certificate. */
async function startTheirs(urls: string[]): Promise<LoadBalancer> {
  const { NODE_EXTRA_CA_CERTS } = process.env;
  if (!NODE_EXTRA_CA_CERTS)
    throw new Error(
      'Tests trust the certificate of this load balancer where "npm run reliability:full -- processes" starts them',
    );
  const { url, stop } = await startDeployedBalancer(
    LOAD_BALANCER as BalancerName,
    urls.map((app) => Number(new URL(app).port)),
    dirname(NODE_EXTRA_CA_CERTS),
  );
  return { url, close: stop };
}
