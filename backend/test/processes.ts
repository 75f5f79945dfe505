import { DataSource } from 'typeorm';
import type { Env } from '../src/config/env';
import { dataSourceOptions } from '../src/database/data-source';
import { IS_BALANCER, startFront } from './front';
import { ServerProcess } from './server-process';

/** How many processes of the built app stand behind the address that a test asks (`TEST_PROCESSES`); 0: the app runs inside the test. */
export const PROCESSES = Number(process.env.TEST_PROCESSES ?? 0);

/** Several processes on one database, behind a front that gives each request to the next of them. */
export interface Processes {
  url: string;
  source: DataSource;
  close(): Promise<void>;
}

export async function startProcesses({
  DATABASE_URL,
  ...env
}: Partial<Env> & { DATABASE_URL: string }): Promise<Processes> {
  const strings = Object.fromEntries(
    Object.entries({ ...(IS_BALANCER && { TRUST_PROXY: 1 }), ...env }).map(([name, value]) => [name, String(value)]),
  );
  const servers = await Promise.all(
    Array.from({ length: PROCESSES }, () => ServerProcess.start(DATABASE_URL, strings, process.env.TEST_FAULT)),
  );
  const front = await startFront(servers.map(({ url }) => url));
  const source = await new DataSource(dataSourceOptions(DATABASE_URL)).initialize();
  return {
    url: front.url,
    source,
    close: async () => {
      await front.close();
      await Promise.all(servers.map((server) => server.kill()));
      await source.destroy();
    },
  };
}

/** A test that looks into the app, or puts something into it: it runs where the app runs inside the test. `processes.e2e-spec.ts` lists them. */
export const inside: (name: string, test: () => Promise<void>, timeout?: number) => void =
  PROCESSES === 0 ? it : () => undefined;

/** A test of what a balancer changes, or says by itself: it runs without one, and behind our own front, which changes nothing. `processes.e2e-spec.ts` lists them. */
export const direct: (name: string, test: () => Promise<void>, timeout?: number) => void = IS_BALANCER
  ? () => undefined
  : it;
