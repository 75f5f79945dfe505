import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { isDryRun } from '../api/dry-run';
import { tagOf } from '../api/version-tag';
import { MAX_CONNECTIONS } from '../config/budgets';
import { inPieces } from './body/large-json';

/** Express on a server with time limits (a slow or silent client is disconnected), and how responses are sent. */
export class HttpServer extends ExpressAdapter {
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    const Request = withMethods(IncomingMessage, Object.getPrototypeOf(app.request), app.request);
    const Answer = withMethods<typeof ServerResponse>(
      ServerResponse,
      Object.getPrototypeOf(app.response),
      app.response,
    );
    app.request = Request.prototype as typeof app.request;
    app.response = Answer.prototype as typeof app.response;
    const server = createServer(
      {
        IncomingMessage: Request,
        ServerResponse: Answer,
        headersTimeout: 15_000,
        // A body that is read has a shorter limit of its own (`endStalled`). Here the wait for a turn counts, too.
        requestTimeout: 15 * 60_000,
        // Longer than a proxy's in front, which should be the one to close.
        keepAliveTimeout: 75_000,
        // With the 15 s for the headers, a silent client is gone within 20 s even on a busy server.
        connectionsCheckingInterval: 1_000,
      },
      app,
    );
    // The last ones take the places of idle ones.
    server.maxConnections = MAX_CONNECTIONS + 100;
    this.setHttpServer(server);
  }

  /** Sends a body as JSON with the version of a record as its `ETag`; a body with data URLs goes out in pieces. */
  override reply(response: Response, body: unknown, status?: number): unknown {
    // The version of a dry run is rolled back.
    const tag = isDryRun(response.req) ? undefined : tagOf(body);
    if (tag) response.setHeader('ETag', tag);
    if (typeof body !== 'object' || body === null || body instanceof StreamableFile)
      return super.reply(response, body, status);
    const pieces = inPieces(body);
    if (pieces) {
      // Data URLs do not shrink: compressing them would only cost time.
      response.setHeader('Cache-Control', 'no-store, no-transform');
      return super.reply(response, pieces, status);
    }
    if (status) response.statusCode = status;
    return sendJson(response, JSON.stringify(body));
  }
}

/**
 * A class of Node with the methods of Express in its own prototype. Express gives each request and response the prototype
 * `app.request` or `app.response`, and V8 runs all code slowly that reads an object whose prototype changes. Here the
 * prototype is the same before and after (figures in docs/measurements/tricks.md).
 */
function withMethods<T extends typeof IncomingMessage | typeof ServerResponse>(base: T, ...prototypes: object[]): T {
  const Created = class extends (base as typeof IncomingMessage) {};
  for (const prototype of prototypes)
    Object.defineProperties(Created.prototype, Object.getOwnPropertyDescriptors(prototype));
  return Created as T;
}

/** Ends a response with JSON text. Express's `json` would also answer `If-None-Match` with 304, which only images do. */
export function sendJson(response: ServerResponse, text: string): void {
  // Node copies a text once more, together with the headers.
  const body = Buffer.from(text);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.end(body);
}
