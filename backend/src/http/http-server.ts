import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { createServer, type ServerResponse } from 'node:http';
import { tagOf } from '../api/version-tag';
import { inPieces } from './large-json';

/** Express on a server with time limits (a slow or silent client is disconnected), and how responses are sent. */
export class HttpServer extends ExpressAdapter {
  override initHttpServer(): void {
    const server = createServer(
      {
        headersTimeout: 15_000,
        // Photos over a slow line take their time.
        requestTimeout: 120_000,
        // Longer than a proxy's in front, which should be the one to close.
        keepAliveTimeout: 75_000,
        // With the 15 s for the headers, a silent client is gone within 20 s even on a busy server.
        connectionsCheckingInterval: 1_000,
      },
      this.getInstance(),
    );
    server.maxConnections = 10_000;
    this.setHttpServer(server);
  }

  /** Sends a body as JSON with the version of a record as its `ETag`; a body with data URLs goes out in pieces. */
  override reply(response: Response, body: unknown, status?: number): unknown {
    const tag = tagOf(body);
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

/** Ends a response with JSON text. Express's `json` would also answer `If-None-Match` with 304, which only images do. */
export function sendJson(response: ServerResponse, text: string): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
