import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A way to the database that can be closed, fall silent, or break in the middle of an answer. */
export class FlakyProxy {
  private server?: Server;
  private readonly sockets = new Set<Socket>();
  private state: 'open' | 'silent' | 'breaking' = 'open';
  private port = 0;
  private heartbeatIsHeld = false;

  constructor(private readonly target: URL) {}

  /** Lets everything through; what has been cut off or silenced before stays so. */
  async open(): Promise<string> {
    this.state = 'open';
    this.heartbeatIsHeld = false;
    if (!this.server?.listening) {
      this.server = createServer((client) => this.pass(client));
      await new Promise<void>((resolve) => this.server?.listen(this.port, '127.0.0.1', resolve));
      this.port = (this.server.address() as AddressInfo).port;
    }
    return Object.assign(new URL(this.target), { port: String(this.port) }).href;
  }

  /** Cuts every connection; new ones are refused. */
  close(): void {
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
  }

  /** As when the other machine vanishes: connections stay, and nothing comes through them ever again. */
  fallSilent(): void {
    this.state = 'silent';
    for (const socket of this.sockets) socket.pause().removeAllListeners('data');
  }

  /** Questions get through, and each connection is reset in place of its answer. */
  breakAnswers(): void {
    this.state = 'breaking';
  }

  /** Answers to heartbeats do not come any more, on the connections that there are; all others do. */
  holdHeartbeat(): void {
    this.heartbeatIsHeld = true;
  }

  private pass(client: Socket): void {
    const upstream = connect(Number(this.target.port), this.target.hostname);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ]) {
      this.sockets.add(one);
      one
        .on('error', () => one.destroy())
        .on('close', () => {
          this.sockets.delete(one);
          other.destroy();
        });
    }
    if (this.state === 'silent') return;
    let isHeartbeat = false;
    // The first message of a connection has its `application_name`.
    client.once('data', (bytes) => (isHeartbeat = bytes.includes('heartbeat')));
    client.on('data', (bytes) => upstream.write(bytes));
    upstream.on('data', (bytes) => {
      if (this.state === 'breaking') client.resetAndDestroy();
      else if (!isHeartbeat || !this.heartbeatIsHeld) client.write(bytes);
    });
  }
}
