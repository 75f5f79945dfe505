import { ExpressAdapter } from '@nestjs/platform-express';
import { createServer } from 'node:http';

/** Express on a server whose patience has an end: whoever sends slowly, or nothing, is cut off. */
export class HttpServer extends ExpressAdapter {
  override initHttpServer(): void {
    const server = createServer(
      {
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
}
