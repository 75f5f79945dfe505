import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Env } from '../../config/env';
import { clientClass } from '../tracing/sql-comments';
import { dataSourceOptions } from '../../database/data-source';
import { runPrepared } from '../../database/prepared-statement';

/** How often replicas are looked at, and how long one may take to answer; ms. */
const SAMPLE_INTERVAL_MS = 1000;
const QUERY_TIMEOUT_MS = 5000;
/** The most seconds that a replica may be behind where it is read from. */
export const MAX_LAG_S = 10;
/** So many seconds a user reads from the primary after a change: longer than any replica that is read is behind. */
const AT_PRIMARY_S = 15;
/** Samples of the primary's log that are kept: enough for the above. */
const MAX_SAMPLES = 30;

const NOTE = {
  name: 'note writer',
  text: 'INSERT INTO recent_writers (user_id, at) VALUES ($1, clock_timestamp()) ON CONFLICT (user_id) DO UPDATE SET at = excluded.at',
};
const RECENT = {
  name: 'recent writer',
  text: 'SELECT 1 FROM recent_writers WHERE user_id = $1 AND at > clock_timestamp() - make_interval(secs => $2)',
};

/** Where the primary's log was at a moment, ms of this process. */
interface Sample {
  lsn: bigint;
  at: number;
}

interface Replica {
  source: DataSource;
  /** Whatever was committed up to this moment is there. */
  upTo: number;
}

/**
 * Knows the replicas of `DATABASE_REPLICA_URLS` and how far each is behind, by the positions in the primary's log and this
 * process's clock alone. One that is away, behind, or a primary itself is not read from.
 */
@Injectable()
export class ReadReplicas implements OnModuleInit, OnModuleDestroy {
  /** Whether there are any to read from. */
  readonly any: boolean;
  private readonly log = new Logger('ReadReplicas');
  private readonly replicas: Replica[];
  private readonly stopping = new AbortController();
  private samples: Sample[] = [];
  private notBefore = -Infinity;
  private turn = 0;
  private watching?: Promise<void>;

  constructor(
    env: Env,
    private readonly primary: DataSource,
  ) {
    this.replicas = (env.DATABASE_REPLICA_URLS ?? []).map((url) => ({
      source: new DataSource(replicaOptions(url, env)),
      upTo: -Infinity,
    }));
    this.any = this.replicas.length > 0;
  }

  onModuleInit(): void {
    if (this.any) this.watching = this.watch();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.watching;
    for (const { source } of this.replicas) if (source.isInitialized) await source.destroy();
  }

  /** Remembers, for all processes, that a user has changed something; to be awaited before they are told. */
  async noteWriter(userId: number): Promise<void> {
    await runPrepared(this.primary, NOTE, [userId]);
  }

  /** A replica at most `seconds` behind that shows all that the user has done; null where none is, then the primary serves. */
  async replicaFor(userId: number, seconds: number): Promise<DataSource | null> {
    const now = performance.now();
    const fit = this.replicas.filter(({ upTo }) => upTo > now - Math.min(seconds, MAX_LAG_S) * 1000);
    if (fit.length === 0 || now < this.notBefore) return null;
    const recent = await runPrepared<object>(this.primary, RECENT, [userId, AT_PRIMARY_S]);
    return recent.length > 0 ? null : fit[this.turn++ % fit.length].source;
  }

  private async watch(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      if (this.primary.isInitialized && (await this.sample()))
        await Promise.all(this.replicas.map((replica) => this.look(replica)));
      await sleep(SAMPLE_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** False where the primary does not answer: another may take its place, which does not know who has written. */
  private async sample(): Promise<boolean> {
    const at = performance.now();
    try {
      const [{ lsn }] = await this.primary.query<{ lsn: string }[]>('SELECT pg_current_wal_lsn()::text AS lsn');
      this.samples = [{ lsn: positionOf(lsn), at }, ...this.samples].slice(0, MAX_SAMPLES);
      return true;
    } catch {
      this.samples = [];
      for (const replica of this.replicas) replica.upTo = -Infinity;
      this.notBefore = performance.now() + AT_PRIMARY_S * 1000;
      return false;
    }
  }

  private async look(replica: Replica): Promise<void> {
    try {
      if (!replica.source.isInitialized) await replica.source.initialize();
      const [{ lsn }] = await replica.source.query<{ lsn: string | null }[]>(
        'SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS lsn',
      );
      const reached = lsn === null ? undefined : this.samples.find((sample) => sample.lsn <= positionOf(lsn));
      if (reached) replica.upTo = reached.at;
    } catch (error) {
      this.log.debug(`A replica does not answer: ${(error as Error).message}`);
    }
  }
}

function replicaOptions(url: string, env: Env): DataSourceOptions {
  const options = dataSourceOptions(url);
  return {
    ...options,
    migrations: [],
    extra: { ...options.extra, query_timeout: QUERY_TIMEOUT_MS, Client: clientClass(env) },
  } as DataSourceOptions;
}

/** A position in the log as a number: PostgreSQL writes it as two hexadecimal halves. */
function positionOf(lsn: string): bigint {
  const [high, low] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
