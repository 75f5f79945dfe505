import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { Env } from '../config/env';
import { clientClass } from '../platform/tracing/sql-comments';

/** How often the database is asked for a sign of life, how long one may take, how long before it is tried again; ms. */
const HEARTBEAT_INTERVAL_MS = 500;
const HEARTBEAT_TIMEOUT_MS = 1200;
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
  /** What every connection of this process is made from, so that all of them can be given up at once. */
  readonly Client: typeof Client;
  /** Resolves when the database is there for the first time, with its schema. */
  readonly ready: Promise<void>;
  /** Whether the database has been there, with its schema. */
  prepared = false;
  /** Whether the process is about to stop: nobody should be sent here any more. */
  leaving = false;
  /** Whether the database, having taken the call, says nothing: nobody need try for themselves. */
  silent = false;
  private there = false;
  private readonly logger = new Logger('Database');
  private readonly clients = new Set<Client>();
  /** The database's processes behind connections that were given up. */
  private abandoned: number[] = [];
  private readonly stopping = new AbortController();
  private becomeReady: () => void = () => undefined;
  private preparing?: Promise<void>;
  private lastSaid = '';

  constructor(private readonly env: Env) {
    this.Client = watched(this, clientClass(env));
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

  /** Counts a connection as one of this process until it ends. */
  add(client: Client): void {
    this.clients.add(client);
    // One that dies in the moment between two owners has nobody who listens, and that would end the process.
    client.on('error', () => undefined);
    client.once('end', () => this.clients.delete(client));
  }

  private async run(prepare: () => Promise<void>): Promise<void> {
    let pause = FIRST_RETRY_DELAY_MS;
    while (!this.stopping.signal.aborted) {
      const client = new Client({
        connectionString: this.env.DATABASE_URL,
        application_name: 'ecom-crm heartbeat',
        connectionTimeoutMillis: FIRST_TIMEOUT_MS,
      });
      try {
        await this.hold(client, prepare, () => (pause = FIRST_RETRY_DELAY_MS));
      } catch (error) {
        this.lost(error as Error);
      } finally {
        cut(client);
      }
      await this.pause(pause);
      pause = Math.min(pause * 2, MAX_RETRY_DELAY_MS);
    }
  }

  /** Ends, with the reason, when the connection does. */
  private async hold(client: Client, prepare: () => Promise<void>, onThere: () => void): Promise<void> {
    client.on('error', () => undefined);
    await inTime(client.connect(), this.patience);
    await inTime(this.endAbandoned(client), this.patience);
    this.silent = false;
    const beating = this.beat(client);
    beating.catch(() => undefined);
    if (!this.prepared) await Promise.race([beating, this.prepareOnce(prepare)]);
    this.found();
    onThere();
    await beating;
  }

  private async beat(client: Client): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await this.pause(HEARTBEAT_INTERVAL_MS);
      await inTime(client.query('SELECT 1'), this.patience);
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
    this.becomeReady();
  }

  private lost(error: Error): void {
    if (this.stopping.signal.aborted) return;
    this.there = false;
    this.say(
      `The database is away (${error.message || (error as NodeJS.ErrnoException).code}); trying again until it is there`,
    );
    if (error instanceof SilenceError) this.giveUp();
  }

  /** Breaks every connection, so that what waits on one is answered. */
  private giveUp(): void {
    this.silent = true;
    for (const client of this.clients) {
      this.abandoned.push((client as unknown as { processID: number | null }).processID ?? 0);
      cut(client);
    }
  }

  /** The database may not know that we have hung up; a transaction left open there would keep what it has locked. */
  private async endAbandoned(client: Client): Promise<void> {
    if (this.abandoned.length === 0) return;
    const query =
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ANY($1) AND usename = current_user AND application_name LIKE $2';
    await client.query(query, [this.abandoned, 'ecom-crm%']);
    this.abandoned = [];
  }

  private get patience(): number {
    return this.prepared ? HEARTBEAT_TIMEOUT_MS : FIRST_TIMEOUT_MS;
  }

  private say(text: string): void {
    if (text !== this.lastSaid) this.logger.warn(text);
    this.lastSaid = text;
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

/** Fails when a sign of life takes too long; time in which this process itself was busy does not count. */
async function inTime(sign: Promise<unknown>, ms: number): Promise<void> {
  const over = new AbortController();
  const silence = async (): Promise<never> => {
    await sleep(ms, undefined, { signal: over.signal });
    // Data that has already arrived is read first.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    throw new SilenceError();
  };
  await Promise.race([sign, silence()]).finally(() => over.abort());
}

/** Breaks a connection without waiting for its other end. */
function cut(client: Client): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

function watched(databaseHealth: DatabaseHealth, Base: typeof Client): typeof Client {
  return class extends Base {
    // Pools hand a callback over.
    override connect(...done: []): Promise<Client> {
      databaseHealth.add(this);
      if (databaseHealth.silent) setImmediate(() => cut(this));
      return super.connect(...done);
    }
  };
}
