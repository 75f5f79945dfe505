import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { Connections } from '../../src/http/connections';
import { Env } from '../../src/config/env';
import { createApp } from '../../src/create-app';
import { DatabaseHealth } from '../../src/database/database-health';
import { Api } from './api';
import { cloneDatabase } from './database';
import { PROCESS_COUNT, startAppCluster } from './processes/app-cluster';

/** The real app on a database of its own, listening on loopback: inside the test, or as several processes with `TEST_PROCESSES`. */
export interface TestApp {
  /** For tests that run `inside` alone. */
  readonly app: NestExpressApplication;
  url: string;
  databaseUrl: string;
  source: DataSource;
  /** A client with cookies of its own, signed out. */
  api(): Api;
  /** A client that is signed in as a fresh user. */
  signedIn(): Promise<Api>;
  /** Prints nothing that the app logs. */
  quiet(): void;
  close(): Promise<void>;
}

let users = 0;

export async function startApp(env: Partial<Env> = {}): Promise<TestApp> {
  const wanted = {
    DATABASE_URL: env.DATABASE_URL ?? (await cloneDatabase()),
    LOG_LEVEL: 'error',
    WEBHOOK_TARGETS: 'off',
    ...env,
  };
  const started = await (PROCESS_COUNT > 0 ? startBehindFront(wanted) : startInside(wanted));
  const api = (): Api => new Api(started.url);
  return Object.assign(started, {
    databaseUrl: wanted.DATABASE_URL,
    api,
    signedIn: async () => {
      const client = api();
      await client.post('/api/register', { email: `staff${++users}@shop.example`, password: 'secret password' });
      return client;
    },
  });
}

type Started = Omit<TestApp, 'api' | 'databaseUrl' | 'signedIn'>;

async function startInside(env: Partial<Env>): Promise<Started> {
  const app = await createApp(Object.assign(new Env(), env));
  const connections = new Connections(app.getHttpServer(), { perAddress: Infinity, inAll: Infinity });
  await app.listen(0, '127.0.0.1');
  await app.get(DatabaseHealth).ready;
  return {
    app,
    url: `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`,
    source: app.get(DataSource),
    quiet: () => app.useLogger(false),
    // As `main.ts` does: kept-alive connections would hold the end up.
    close: async () => {
      await connections.drain(1000);
      await app.close();
    },
  };
}

async function startBehindFront(env: Partial<Env> & { DATABASE_URL: string }): Promise<Started> {
  return {
    ...(await startAppCluster(env)),
    get app(): NestExpressApplication {
      throw new Error(
        'With TEST_PROCESSES the app is not in this process: write `inside` in place of `it`, and say why in processes.reliability-spec.ts',
      );
    },
    quiet: () => undefined,
  };
}
