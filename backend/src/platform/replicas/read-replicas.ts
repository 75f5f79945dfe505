import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Env } from '../../config/env';
import { clientClass } from '../tracing/sql-comments';
import { dataSourceOptions } from '../../database/data-source';
import { prepared } from '../../database/prepared-statement';

/** How often standbys are looked at, and how long one may take to answer; ms. */
const EVERY = 1000;
const PATIENCE = 5000;
/** The most seconds that a standby may be behind where it is read from. */
export const MOST_BEHIND = 10;
/** So many seconds whoever has changed something reads from the primary: longer than any standby that is read is behind. */
const AT_PRIMARY = 15;
/** Samples of the primary's log that are kept: enough for the above. */
const SAMPLES = 30;

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

interface Standby {
  source: DataSource;
  /** Whatever was committed up to this moment is there. */
  upTo: number;
}

/**
 * Knows the standbys of `DATABASE_REPLICA_URLS` and how far each is behind, by the positions in the primary's log and this
 * process's clock alone. One that is away, behind, or a primary itself is not read from.
 */
@Injectable()
export class ReadReplicas implements OnModuleInit, OnModuleDestroy {
  /** Whether there are any to read from. */
  readonly any: boolean;
  private readonly log = new Logger('ReadReplicas');
  private readonly standbys: Standby[];
  private readonly stopping = new AbortController();
  private samples: Sample[] = [];
  private notBefore = -Infinity;
  private turn = 0;
  private watching?: Promise<void>;

  constructor(
    env: Env,
    private readonly primary: DataSource,
  ) {
    this.standbys = (env.DATABASE_REPLICA_URLS ?? []).map((url) => ({
      source: new DataSource(standbyOptions(url, env)),
      upTo: -Infinity,
    }));
    this.any = this.standbys.length > 0;
  }

  onModuleInit(): void {
    if (this.any) this.watching = this.watch();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.watching;
    for (const { source } of this.standbys) if (source.isInitialized) await source.destroy();
  }

  /** Remembers, for all processes, that a user has changed something; to be awaited before they are told. */
  async noteWriter(userId: number): Promise<void> {
    await prepared(this.primary, NOTE, [userId]);
  }

  /** A standby at most `seconds` behind that shows all that the user has done; null where none is, then the primary serves. */
  async replicaFor(userId: number, seconds: number): Promise<DataSource | null> {
    const now = performance.now();
    const fit = this.standbys.filter(({ upTo }) => upTo > now - Math.min(seconds, MOST_BEHIND) * 1000);
    if (fit.length === 0 || now < this.notBefore) return null;
    const recent = await prepared<object>(this.primary, RECENT, [userId, AT_PRIMARY]);
    return recent.length > 0 ? null : fit[this.turn++ % fit.length].source;
  }

  private async watch(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      if (this.primary.isInitialized && (await this.sample()))
        await Promise.all(this.standbys.map((standby) => this.look(standby)));
      await sleep(EVERY, undefined, { signal }).catch(() => undefined);
    }
  }

  /** False where the primary does not answer: another may take its place, which does not know who has written. */
  private async sample(): Promise<boolean> {
    const at = performance.now();
    try {
      const [{ lsn }] = await this.primary.query<{ lsn: string }[]>('SELECT pg_current_wal_lsn()::text AS lsn');
      this.samples = [{ lsn: positionOf(lsn), at }, ...this.samples].slice(0, SAMPLES);
      return true;
    } catch {
      this.samples = [];
      for (const standby of this.standbys) standby.upTo = -Infinity;
      this.notBefore = performance.now() + AT_PRIMARY * 1000;
      return false;
    }
  }

  private async look(standby: Standby): Promise<void> {
    try {
      if (!standby.source.isInitialized) await standby.source.initialize();
      const [{ lsn }] = await standby.source.query<{ lsn: string | null }[]>(
        'SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS lsn',
      );
      const reached = lsn === null ? undefined : this.samples.find((sample) => sample.lsn <= positionOf(lsn));
      if (reached) standby.upTo = reached.at;
    } catch (error) {
      this.log.debug(`A standby does not answer: ${(error as Error).message}`);
    }
  }
}

function standbyOptions(url: string, env: Env): DataSourceOptions {
  const options = dataSourceOptions(url);
  return {
    ...options,
    migrations: [],
    extra: { ...options.extra, query_timeout: PATIENCE, Client: clientClass(env) },
  } as DataSourceOptions;
}

/** A place in the log as a number: PostgreSQL writes it as two hexadecimal halves. */
function positionOf(lsn: string): bigint {
  const [high, low] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
