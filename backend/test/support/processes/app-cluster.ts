import { DataSource } from 'typeorm';
import type { Env } from '../../../src/config/env';
import { dataSourceOptions } from '../../../src/database/data-source';
import { IS_DEPLOYED_BALANCER, startLoadBalancer } from './load-balancer';
import { ServerProcess } from './server-process';

/** How many processes of the built app stand behind the address that a test asks (`TEST_PROCESSES`); 0: the app runs inside the test. */
export const PROCESS_COUNT = Number(process.env.TEST_PROCESSES ?? 0);

/** Several processes on one database, behind a load balancer that gives each request to the next of them. */
export interface AppCluster {
  url: string;
  source: DataSource;
  close(): Promise<void>;
}

export async function startAppCluster({
  DATABASE_URL,
  ...env
}: Partial<Env> & { DATABASE_URL: string }): Promise<AppCluster> {
  const strings = Object.fromEntries(
    Object.entries({ ...(IS_DEPLOYED_BALANCER && { TRUST_PROXY: 1 }), ...env }).map(([name, value]) => [
      name,
      String(value),
    ]),
  );
  const servers = await Promise.all(
    Array.from({ length: PROCESS_COUNT }, () => ServerProcess.start(DATABASE_URL, strings, process.env.TEST_MUTANT)),
  );
  const balancer = await startLoadBalancer(servers.map(({ url }) => url));
  const source = await new DataSource(dataSourceOptions(DATABASE_URL)).initialize();
  return {
    url: balancer.url,
    source,
    close: async () => {
      await balancer.close();
      await Promise.all(servers.map((server) => server.kill()));
      await source.destroy();
    },
  };
}

/** A test that looks into the app, or puts something into it: it runs where the app runs inside the test. `processes.reliability-spec.ts` lists them. */
export const inside: (name: string, test: () => Promise<void>, timeout?: number) => void =
  PROCESS_COUNT === 0 ? it : () => undefined;

/** A test of what a balancer changes, or says by itself: it runs without one, and behind our own balancer, which changes nothing. `processes.reliability-spec.ts` lists them. */
export const direct: (name: string, test: () => Promise<void>, timeout?: number) => void = IS_DEPLOYED_BALANCER
  ? () => undefined
  : it;
