import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { DatabaseHealth } from '../../database/database-health';
import { poolOf } from '../../database/data-source';

/** How long what the database said is good, ms: however many ask, it is asked once in so long. */
const MAX_AGE_MS = 5000;
/** Of requests, seconds. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2.5];

/** What the database says, by the names of metrics; nothing while it is away. */
export type Numbers = Partial<Record<string, number>>;

interface GaugeOptions {
  name: string;
  help: string;
  /** The number now, or null where it cannot be known. */
  read: (numbers: Numbers) => number | null;
}

/** What is counted and measured, for `GET /metrics`; each part of the app adds its own. Names that begin with `crm_database_` are of the database, so every process says the same. */
@Injectable()
export class Metrics {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  private readonly registry = new Registry();
  private readonly queries = new Map<string, string>();
  private asked?: { at: number; numbers: Promise<Numbers> };
  private isWatched = false;

  readonly requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests by operation and status; 499 means the client left before the answer.',
    labelNames: ['operation', 'status'],
    registers: [this.registry],
  });
  readonly durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of answers in seconds. Streams and long polls last as long as they are open.',
    labelNames: ['operation'],
    buckets: BUCKETS,
    registers: [this.registry],
  });

  constructor(
    private readonly source: DataSource,
    private readonly databaseHealth: DatabaseHealth,
  ) {
    const pool = (part: 'totalCount' | 'idleCount' | 'waitingCount') => () => poolOf(source)?.[part] ?? 0;
    this.gauge({
      name: 'crm_ready',
      help: '1 if this process can serve; 0 while its database is away or the process is about to stop.',
      read: () => Number(databaseHealth.isReady),
    });
    this.gauge({
      name: 'crm_pool_connections',
      help: 'Connections to the database in the pool.',
      read: pool('totalCount'),
    });
    this.gauge({ name: 'crm_pool_idle', help: 'Idle connections in the pool.', read: pool('idleCount') });
    this.gauge({ name: 'crm_pool_waiting', help: 'Requests that wait for a connection.', read: pool('waitingCount') });
  }

  counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** A number that is read when it is asked for. */
  gauge({ name, help, read }: GaugeOptions): void {
    const numbers = (): Promise<Numbers> => this.numbers();
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        const value = read(await numbers());
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  }

  /** A number of the database, by the query that answers it; left out while the database is away. */
  ofDatabase(name: string, help: string, query: string): void {
    this.queries.set(name, query);
    this.gauge({ name, help, read: (numbers) => numbers[name] ?? null });
  }

  /** All of it in the text format of Prometheus. What Node says of itself is measured from the first time on: who never asks pays nothing. */
  text(): Promise<string> {
    if (!this.isWatched) collectDefaultMetrics({ register: this.registry });
    this.isWatched = true;
    return this.registry.metrics();
  }

  /** One query for all scrapes, seldom; scrapes during the query share its answer. */
  private numbers(): Promise<Numbers> {
    const now = performance.now();
    if (!this.asked || now - this.asked.at > MAX_AGE_MS) this.asked = { at: now, numbers: this.ask() };
    return this.asked.numbers;
  }

  private async ask(): Promise<Numbers> {
    if (!this.databaseHealth.isReady) return {};
    const parts = [...this.queries].map(([name, query]) => `(${query})::float8 AS ${name}`);
    const text = `SELECT ${parts.join(', ')}`;
    return this.source.query<Numbers[]>(text).then(
      ([numbers]) => numbers,
      () => ({}),
    );
  }
}
