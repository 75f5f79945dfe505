import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { Env } from '../config/env';
import { reasonOf } from '../platform/run-at-terminal';
import { PROCESS_NAME } from './data-source';

/** How often the database is asked for a sign of life, how long it may say nothing, how long before it is tried again; ms. */
const HEARTBEAT_INTERVAL_MS = 500;
const HEARTBEAT_TIMEOUT_MS = 1200;
/** How often one looks whether it said something; ms. */
const TICK_MS = 100;
/** Before anybody has been served there is no hurry, and a new schema may keep a small machine busy. */
const FIRST_TIMEOUT_MS = 10_000;
const FIRST_RETRY_DELAY_MS = 250;
const MAX_RETRY_DELAY_MS = 1000;

class SilenceError extends Error {
  override message = 'it does not answer';
}

/**
 * Knows whether the database is there, tries for ever to reach it, and gives it up when it falls silent: a connection
 * whose other end has vanished would otherwise keep its request waiting for a quarter of an hour.
 */
@Injectable()
export class DatabaseHealth implements OnApplicationShutdown {
  /** Resolves when the database is there for the first time, with its schema. */
  readonly ready: Promise<void>;
  /** Whether the database has been there, with its schema. */
  prepared = false;
  /** Whether the process is about to stop: nobody should be sent here any more. */
  leaving = false;
  /** Whether the database accepts connections and says nothing: a new connection is cut at once. */
  private silent = false;
  private there = false;
  private readonly logger = new Logger('Database');
  private readonly sockets = new Set<Socket>();
  private readonly stopping = new AbortController();
  private becomeReady: () => void = () => undefined;
  private preparing?: Promise<void>;
  private lastSaid = '';
  private retryDelayMs = FIRST_RETRY_DELAY_MS;

  constructor(private readonly env: Env) {
    this.ready = new Promise((resolve) => (this.becomeReady = resolve));
  }

  /** Whether requests should be sent to this process. */
  get isReady(): boolean {
    return this.there && !this.leaving;
  }

  /** Begins to look for the database, and goes on until the end; `prepare` is repeated until it succeeds once. */
  start(prepare: () => Promise<void>): void {
    void this.run(prepare);
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** Makes the socket of a connection, for the option `stream` of pg: all of them are cut at once when the database falls silent. */
  readonly openSocket = (): Socket => {
    const socket = new Socket();
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    // Not before its owner listens.
    if (this.silent) setImmediate(() => socket.destroy());
    return socket;
  };

  /** The options of a connection outside the pool. */
  clientConfig(name: string): ClientConfig {
    return {
      connectionString: this.env.DATABASE_URL,
      application_name: `${PROCESS_NAME} ${name}`,
      connectionTimeoutMillis: 2000,
      keepAlive: true,
      stream: this.openSocket,
    };
  }

  private async run(prepare: () => Promise<void>): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const socket = new Socket();
      const client = new Client({
        ...this.clientConfig('heartbeat'),
        connectionTimeoutMillis: FIRST_TIMEOUT_MS,
        stream: () => socket,
      });
      try {
        await this.hold(client, prepare);
      } catch (error) {
        this.lost(error as Error);
      } finally {
        socket.destroy();
      }
      await this.pause(this.retryDelayMs);
      this.retryDelayMs = Math.min(this.retryDelayMs * 2, MAX_RETRY_DELAY_MS);
    }
  }

  /** Ends, with the reason, when the connection does. */
  private async hold(client: Client, prepare: () => Promise<void>): Promise<void> {
    client.on('error', () => undefined);
    await this.inTime(client.connect());
    if (this.silent) await this.inTime(endOtherConnections(client));
    this.silent = false;
    const beating = this.beat(client);
    beating.catch(() => undefined);
    if (!this.prepared) await Promise.race([beating, this.prepareOnce(prepare)]);
    this.found();
    await beating;
  }

  private async beat(client: Client): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await this.pause(HEARTBEAT_INTERVAL_MS);
      await this.inTime(client.query('SELECT 1'));
    }
  }

  private async prepareOnce(prepare: () => Promise<void>): Promise<void> {
    // One that was given up may still be under way.
    this.preparing ??= prepare().finally(() => (this.preparing = undefined));
    await this.preparing;
    this.prepared = true;
  }

  private found(): void {
    if (this.lastSaid) this.logger.warn('The database is there');
    this.lastSaid = '';
    this.there = true;
    this.retryDelayMs = FIRST_RETRY_DELAY_MS;
    this.becomeReady();
  }

  private lost(error: Error): void {
    if (this.stopping.signal.aborted) return;
    this.there = false;
    const text = `The database is away (${reasonOf(error)}); trying again until it is there`;
    if (text !== this.lastSaid) this.logger.warn(text);
    this.lastSaid = text;
    if (error instanceof SilenceError) this.giveUp();
  }

  /** Breaks every connection, so that what waits on one is answered. */
  private giveUp(): void {
    this.silent = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /**
   * Fails when nothing comes from the database for too long: neither the sign of life, nor data on a connection that was
   * open when it was asked for. (After a failover new connections work, and the old ones stay silent.) Ticks are counted,
   * not milliseconds: a tick in which this process or the whole machine stood still counts once.
   */
  private async inTime(sign: Promise<unknown>): Promise<void> {
    const limitMs = this.prepared ? HEARTBEAT_TIMEOUT_MS : FIRST_TIMEOUT_MS;
    const over = new AbortController();
    const silence = async (): Promise<never> => {
      const open = [...this.sockets];
      const received = (): number => open.reduce((bytes, socket) => bytes + socket.bytesRead, 0);
      let heard = received();
      let silentMs = 0;
      while (silentMs < limitMs) {
        await sleep(TICK_MS, undefined, { signal: over.signal });
        silentMs = received() > heard ? 0 : silentMs + TICK_MS;
        heard = received();
      }
      throw new SilenceError();
    };
    await Promise.race([sign, silence()]).finally(() => over.abort());
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

/** The database may not know that they were cut; a transaction left open there would keep what it has locked. */
async function endOtherConnections(client: Client): Promise<void> {
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = current_user AND starts_with(application_name, $1)',
    [PROCESS_NAME],
  );
}
