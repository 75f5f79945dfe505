import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Of a connection on which nobody has asked yet. */
const NONE_YET = -1;
/** How long such a connection, made just before the end, may wait for its request, ms. */
const PATIENCE_FOR_FIRST = 1000;
/** How long the last turn of the event loop may have taken when the port is closed, and for how long one is waited for, ms. */
const QUICK_TURN = 0.5;
const LONGEST_CLOSE = 2000;

/** Follows the connections of a server, so that it can stop without waiting for those on which nobody waits. */
export class Connections {
  private readonly requests = new Map<Socket, number>();
  private readonly answers = new Set<ServerResponse>();
  private taken = 0;
  private leaving = false;
  private draining = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.taken++;
      this.requests.set(socket, NONE_YET);
      socket.once('close', () => this.requests.delete(socket));
    });
    // First, so that the header is set before the answer is begun.
    server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      if (this.leaving) response.setHeader('Connection', 'close');
      this.answers.add(response);
      this.count(socket, 1);
      response.once('close', () => {
        this.answers.delete(response);
        this.count(socket, -1);
      });
    });
  }

  /** Goes on answering, and asks everybody to come back on another connection. */
  leave(): void {
    this.leaving = true;
    for (const answer of this.answers) if (!answer.headersSent) answer.setHeader('Connection', 'close');
  }

  /**
   * Takes no new connections, from when it resolves; ends what is idle now and the rest when it has been answered; after
   * `patience` ms everything. A proxy makes connections until the last moment, and does not send a request twice that
   * may have been done.
   */
  async drain(patience: number): Promise<void> {
    this.leave();
    this.draining = true;
    this.destroy(0);
    setTimeout(() => this.destroy(NONE_YET), PATIENCE_FOR_FIRST).unref();
    setTimeout(() => this.server.closeAllConnections(), patience).unref();
    await this.closePort();
  }

  /**
   * Closes the port when the connections that the system holds ready have been taken: it resets those that are not. So
   * the last turn of the event loop has to have taken none, and to have been quick, that none can have come meanwhile.
   */
  private async closePort(): Promise<void> {
    let [turn, taken] = [performance.now(), -1];
    for (const until = turn + LONGEST_CLOSE; turn < until;) {
      await new Promise((resolve) => setImmediate(resolve));
      const now = performance.now();
      if (now - turn < QUICK_TURN && taken === this.taken) break;
      [turn, taken] = [now, this.taken];
    }
    this.server.close();
  }

  /** Those that have so many requests under way. */
  private destroy(underWay: number): void {
    for (const [socket, requests] of this.requests) if (requests === underWay) socket.destroy();
  }

  private count(socket: Socket, step: number): void {
    const requests = Math.max(this.requests.get(socket) ?? 0, 0) + step;
    if (this.requests.has(socket)) this.requests.set(socket, requests);
    if (this.draining && requests === 0) socket.end();
  }
}
