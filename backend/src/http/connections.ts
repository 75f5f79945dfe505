import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { network } from './budgets/client-network';
import { MAX_PIPELINED, untilClosed } from './budgets/until-closed';

/** The count of a connection that has not sent a request yet. */
const NONE_YET = -1;
/** How long such a connection stays open at the stop. */
const MAX_WAIT_FOR_FIRST_REQUEST_MS = 1000;
/** The port closes after a turn of the event loop that took at most this long, or after the second time. */
const QUICK_TURN_MS = 0.5;
const MAX_CLOSE_MS = 2000;

/** How many connections a server keeps, of one address and in all. */
interface MaxConnections {
  perAddress: number;
  inAll: number;
}

/** Leaves out what came on a connection that has ended: Node still hands on all that it had read at once. */
export function skipAfterEnd({ socket }: IncomingMessage, _response: ServerResponse, next: () => void): void {
  if (!socket.destroyed) next();
}

/** Follows the connections of a server, so that a newcomer takes the place of an idle one, and a stop waits for open requests only. */
export class Connections {
  /** How many requests each connection has open. The one that has been idle longest comes first. */
  private readonly requests = new Map<Socket, number>();
  private readonly answers = new Set<ServerResponse>();
  /** The connections of each address, in the same order. */
  private readonly addresses = new Map<string, Set<Socket>>();
  private readonly neighbours = new WeakMap<Socket, Set<Socket>>();
  private taken = 0;
  private leaving = false;
  private draining = false;

  constructor(
    private readonly server: Server,
    private readonly max: MaxConnections,
  ) {
    server.on('connection', (socket: Socket) => {
      this.taken++;
      this.admit(socket);
    });
    // First, so that the header is set before the response begins.
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      if (this.leaving) response.setHeader('Connection', 'close');
      this.answers.add(response);
      this.count(request.socket, 1);
      void untilClosed(request, response).then(() => {
        this.answers.delete(response);
        this.count(request.socket, -1);
      });
    });
  }

  /** A newcomer beyond a limit takes the place of the connection that has been idle longest; where none is idle, it is closed. */
  private admit(socket: Socket): void {
    const from = network(socket.remoteAddress ?? '');
    const own = this.addresses.get(from) ?? new Set();
    this.addresses.set(from, own.add(socket));
    this.neighbours.set(socket, own);
    this.requests.set(socket, NONE_YET);
    socket.once('close', () => {
      this.requests.delete(socket);
      own.delete(socket);
      if (own.size === 0) this.addresses.delete(from);
    });
    if (own.size > this.max.perAddress) this.closeOne(own);
    else if (this.requests.size > this.max.inAll) this.closeOne(this.requests.keys());
  }

  private closeOne(sockets: Iterable<Socket>): void {
    let last: Socket | undefined;
    for (const socket of sockets) {
      last = socket;
      if ((this.requests.get(socket) ?? 0) <= 0) break;
    }
    last?.destroy();
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

  private putLast(socket: Socket): void {
    if (this.requests.delete(socket)) this.requests.set(socket, 0);
    const own = this.neighbours.get(socket);
    if (own?.delete(socket)) own.add(socket);
  }

  private count(socket: Socket, step: number): void {
    const requests = Math.max(this.requests.get(socket) ?? 0, 0) + step;
    if (this.requests.has(socket)) this.requests.set(socket, requests);
    if (requests === 0) this.putLast(socket);
    if (requests > MAX_PIPELINED) socket.destroy();
    if (this.draining && requests === 0) socket.end();
  }
}
