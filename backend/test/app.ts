import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { Connections } from '../src/common/http/connections';
import { Env } from '../src/config/env';
import { createApp } from '../src/create-app';
import { Lifeline } from '../src/database/lifeline';
import { Api } from './api';
import { cloneDatabase } from './database';

/** The real app on a database of its own, listening on loopback. */
export interface TestApp {
  app: NestExpressApplication;
  url: string;
  source: DataSource;
  /** A client with cookies of its own, signed out. */
  api(): Api;
  /** A client that is signed in as a fresh user. */
  signedIn(): Promise<Api>;
  close(): Promise<void>;
}

let users = 0;

export async function startApp(env: Partial<Env> = {}): Promise<TestApp> {
  const app = await createApp(Object.assign(new Env(), { DATABASE_URL: await cloneDatabase(), LOG_LEVEL: 'error', WEBHOOK_TARGETS: 'off' }, env));
  const connections = new Connections(app.getHttpServer());
  await app.listen(0, '127.0.0.1');
  await app.get(Lifeline).ready;
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  const api = (): Api => new Api(url);
  return {
    app,
    url,
    source: app.get(DataSource),
    api,
    signedIn: async () => {
      const client = api();
      await client.post('/api/register', { email: `staff${++users}@shop.example`, password: 'secret password' });
      return client;
    },
    // As `main.ts` does: kept-alive connections would hold the end up.
    close: () => {
      connections.drain(1000);
      return app.close();
    },
  };
}
