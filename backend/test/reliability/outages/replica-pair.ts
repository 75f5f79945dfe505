import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../src/database/data-source';
import { migrate } from '../../../src/database/migrate';
import { isRoot, unprivilegedAccount } from '../../../src/platform/embedded-postgres/account';
import { usableBinaries } from '../../../src/platform/embedded-postgres/binaries';
import { createCluster, databaseName } from '../../../src/platform/embedded-postgres/cluster';
import { freePort, serverUrl, startServer, type PostgresServer } from '../../../src/platform/embedded-postgres/server';

/** A PostgreSQL with the app's schema, and a standby that follows it some seconds behind. */
export interface ReplicaPair {
  primary: string;
  standby: string;
  /** Stops the standby alone, or starts it again. */
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  stop(): Promise<void>;
}

const PASSWORD = 'follows';
const settings = { fsync: 'off', max_connections: '100', wal_keep_size: '256MB' };

/** Starts both in a temporary folder; `delay` is the seconds that the standby is behind. */
export async function startReplicaPair(delay: number): Promise<ReplicaPair> {
  const account = isRoot() ? unprivilegedAccount() : undefined;
  const binaries = usableBinaries(account, () => undefined);
  const folder = mkdtempSync(join(tmpdir(), 'standby-'));
  chmodSync(folder, 0o711);
  const data = join(folder, 'primary');
  await createCluster({ binaries, account, data, password: PASSWORD, extra: ['--no-sync', '--wal-segsize=4'] });
  const start = async (name: string, port: number, more: Record<string, string> = {}): Promise<PostgresServer> =>
    startServer({
      binaries,
      account,
      data: join(folder, name),
      logFile: join(folder, `${name}.log`),
      port,
      settings: { ...settings, ...more },
      url: urlAt(port),
      signalAtExit: 'SIGQUIT',
    });
  const [at, standbyAt] = [await freePort(), await freePort()];
  const first = await start('primary', at);
  const source = await new DataSource(dataSourceOptions(urlAt(at))).initialize();
  await migrate(source);
  await source.destroy();
  // A copy of a server at rest needs no pg_basebackup, which the embedded PostgreSQL lacks.
  await first.stop();
  execFileSync('cp', ['-a', data, join(folder, 'standby')]);
  writeFileSync(join(folder, 'standby', 'standby.signal'), '');
  const primary = await start('primary', at);
  const follow = {
    primary_conninfo: `host=127.0.0.1 port=${at} user=${databaseName} password=${PASSWORD}`,
    recovery_min_apply_delay: `${delay}s`,
  };
  let standby = await start('standby', standbyAt, follow);
  return {
    primary: urlAt(at),
    standby: urlAt(standbyAt),
    stopStandby: () => standby.stop(),
    startStandby: async () => void (standby = await start('standby', standbyAt, follow)),
    stop: async () => {
      await standby.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

function urlAt(port: number): string {
  return serverUrl(databaseName, PASSWORD, port, 'postgres');
}
