import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { createServer } from 'node:http';
import { tagOf } from '../api/version-tag';
import { inPieces } from './large-json';
import { sendJson } from './send-json';

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
