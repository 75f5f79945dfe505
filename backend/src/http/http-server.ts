import { ExpressAdapter } from '@nestjs/platform-express';
import { StreamableFile } from '@nestjs/common';
import type { Express, Response } from 'express';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { tagOf } from '../api/version-tag';
import { endWith } from './end-with';
import { inPieces } from './large-json';

/** Express on a server whose patience has an end (whoever sends slowly, or nothing, is cut off), and how answers are sent. */
export class HttpServer extends ExpressAdapter {
  override initHttpServer(): void {
    const server = createServer(
      {
        ...bornAsExpressHasThem(this.getInstance<Express>()),
        headersTimeout: 15_000,
        // Photos over a slow line take their time.
        requestTimeout: 120_000,
        // Longer than a proxy's in front, which should be the one to close.
        keepAliveTimeout: 75_000,
        // With the headers' 15 s nobody who says nothing stays for 20, busy as the server may be.
        connectionsCheckingInterval: 1_000,
      },
      this.getInstance(),
    );
    server.maxConnections = 10_000;
    this.setHttpServer(server);
  }

  /** Sends an answer as JSON, the version of a record as its `ETag`, and in pieces what carries images as data URLs. */
  override reply(response: Response, answer: unknown, status?: number): unknown {
    const tag = tagOf(answer);
    if (tag) response.setHeader('ETag', tag);
    if (typeof answer !== 'object' || answer === null || answer instanceof StreamableFile)
      return super.reply(response, answer, status);
    const pieces = inPieces(answer);
    if (pieces) {
      // Data URLs do not shrink: compressing them would only cost time.
      response.setHeader('Cache-Control', 'no-store, no-transform');
      return super.reply(response, pieces, status);
    }
    // What `response.json` does besides is done elsewhere or not wanted.
    const text = JSON.stringify(answer);
    if (status) response.statusCode = status;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    return endWith(response, text);
  }
}

/**
 * Classes of requests and answers that are what Express makes of them. It would give each one another prototype, after which V8
 * of Node 20 finds none of its properties by a short way.
 */
function bornAsExpressHasThem(express: Express): {
  IncomingMessage: typeof IncomingMessage;
  ServerResponse: typeof ServerResponse;
} {
  class Request extends IncomingMessage {}
  class Answer<R extends IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(Request.prototype, express.request);
  Object.setPrototypeOf(Answer.prototype, express.response);
  Object.assign(express, { request: Request.prototype, response: Answer.prototype });
  return { IncomingMessage: Request, ServerResponse: Answer };
}
