import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Follows the connections of a server, so that it can stop without waiting for those on which nobody waits. */
export class Connections {
  private readonly requests = new Map<Socket, number>();
  private leaving = false;
  private draining = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.requests.set(socket, 0);
      socket.once('close', () => this.requests.delete(socket));
    });
    // First, so that the header is set before the answer is begun.
    server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      if (this.leaving) response.setHeader('Connection', 'close');
      this.count(socket, 1);
      response.once('close', () => this.count(socket, -1));
    });
  }

  /** Goes on answering, and asks everybody to come back on another connection. */
  leave(): void {
    this.leaving = true;
  }

  /** Takes no new connections; ends what is idle now and the rest when it has been answered; after `patience` ms everything. */
  drain(patience: number): void {
    this.leave();
    this.draining = true;
    this.server.close();
    for (const [socket, requests] of this.requests) if (requests === 0) socket.destroy();
    setTimeout(() => this.server.closeAllConnections(), patience).unref();
  }

  private count(socket: Socket, step: number): void {
    const requests = (this.requests.get(socket) ?? 0) + step;
    if (this.requests.has(socket)) this.requests.set(socket, requests);
    if (this.draining && requests === 0) socket.end();
  }
}
