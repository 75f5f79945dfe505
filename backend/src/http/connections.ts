import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The count of a connection that has not sent a request yet. */
const NONE_YET = -1;
/** How long such a connection stays open at the stop. */
const MAX_WAIT_FOR_FIRST_REQUEST_MS = 1000;
/** The port closes after a turn of the event loop that took at most this long, or after the second time. */
const QUICK_TURN_MS = 0.5;
const MAX_CLOSE_MS = 2000;

/** Follows the connections of a server, so that a stop waits for open requests only. */
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
    // First, so that the header is set before the response begins.
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

  /** Goes on serving, and asks clients to use another connection next time. */
  leave(): void {
    this.leaving = true;
    for (const answer of this.answers) if (!answer.headersSent) answer.setHeader('Connection', 'close');
  }

  /**
   * Closes idle connections now, others after their response, and all of them after `timeoutMs`. Resolves when the port is
   * closed. A proxy opens connections until the last moment, and does not repeat a request that can have been done.
   */
  async drain(timeoutMs: number): Promise<void> {
    const startedAt = performance.now();
    this.leave();
    this.draining = true;
    this.destroy(0);
    await this.closePort();
    // Connections arrive until the port is closed: an idle one among them would hold up the end.
    setTimeout(() => this.destroy(NONE_YET), MAX_WAIT_FOR_FIRST_REQUEST_MS).unref();
    const leftMs = Math.max(0, timeoutMs - (performance.now() - startedAt));
    setTimeout(() => this.server.closeAllConnections(), leftMs).unref();
  }

  /**
   * Closes the port when all waiting connections are accepted, because the system resets the others: after a turn of the
   * event loop that accepted none and was quick.
   */
  private async closePort(): Promise<void> {
    let [turn, taken] = [performance.now(), -1];
    for (const until = turn + MAX_CLOSE_MS; turn < until;) {
      await new Promise((resolve) => setImmediate(resolve));
      const now = performance.now();
      if (now - turn < QUICK_TURN_MS && taken === this.taken) break;
      [turn, taken] = [now, this.taken];
    }
    this.server.close();
  }

  private destroy(underWay: number): void {
    for (const [socket, requests] of this.requests) if (requests === underWay) socket.destroy();
  }

  private count(socket: Socket, step: number): void {
    const requests = Math.max(this.requests.get(socket) ?? 0, 0) + step;
    if (this.requests.has(socket)) this.requests.set(socket, requests);
    if (this.draining && requests === 0) socket.end();
  }
}
