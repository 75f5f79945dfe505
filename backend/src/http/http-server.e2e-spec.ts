import type { ApplicationConfig } from '@nestjs/core';
import type { Express } from 'express';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { startApp, type TestApp } from '../../test/support/app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('requests and answers come with the prototypes that Express gives them, so that it need not change them', async () => {
  const express = app.app.getHttpAdapter().getInstance() as Express;
  const born: unknown[] = [];
  const server = app.app.getHttpServer() as Server;
  server.prependOnceListener('request', (request: IncomingMessage, response: ServerResponse) =>
    born.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response)),
  );
  expect((await app.api().get('/api/products')).status).toBe(401);
  expect(born).toHaveLength(2);
  expect(born[0]).toBe(express.request);
  expect(born[1]).toBe(express.response);
});

it('no request passes an interceptor where there are no standbys', async () => {
  const { config } = app.app as unknown as { config: ApplicationConfig };
  expect([...config.getGlobalInterceptors(), ...config.getGlobalRequestInterceptors()]).toEqual([]);
  expect((await app.api().get('/api/products')).status).toBe(401);
});
