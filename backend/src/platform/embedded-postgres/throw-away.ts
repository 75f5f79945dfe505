import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, isRoot, unprivilegedAccount, type Account } from './account';
import { systemFolder, usableBinaries } from './binaries';
import { createCluster, databaseName } from './cluster';
import { atProcessEnd } from './exit';
import { endLeftovers, processIdentity } from './processes';
import { freePort, serverUrl, startServer } from './server';

const prefix = 'ecom-crm-postgres-';

// Speed only: the data never outlives the process.
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

function temporaryFolder(account: Account | undefined): string {
  if (!account) return tmpdir();
  const reachable = [tmpdir(), '/tmp', '/var/tmp'].find((folder) => canEnter(account, folder));
  if (reachable) return reachable;
  mkdirSync(systemFolder, { recursive: true, mode: 0o755 });
  return systemFolder;
}

/** Whether a folder of ours is there. Anybody can put links and folders of any name into a shared temporary folder. */
function isOwnFolder(path: string): boolean {
  const found = lstatSync(path);
  return found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid) && (found.mode & 0o022) === 0;
}

/** Removes what throw-away servers of processes that were killed have left. */
async function sweep(parent: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(parent, name);
    try {
      if (!isOwnFolder(folder)) continue;
      const { pid, identity } = JSON.parse(readFileSync(join(folder, 'owner'), 'utf8')) as Record<string, unknown>;
      if (typeof pid !== 'number' || processIdentity(pid) === identity) continue;
      await endLeftovers(join(folder, 'data'), () => undefined);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Just being made, or just being removed: not ours to mend.
    }
  }
}

function makeTemporaryHome(parent: string): string {
  const folder = mkdtempSync(join(parent, prefix));
  chmodSync(folder, isRoot() ? 0o711 : 0o700);
  const owner = { pid: process.pid, identity: processIdentity(process.pid) };
  writeFileSync(join(folder, 'owner'), JSON.stringify(owner), { mode: 0o600 });
  return folder;
}

/**
 * Starts an empty PostgreSQL for tests in a temporary folder, fast because nothing of it is meant to survive: `stop`,
 * or the end of this process by exit or signal, removes it; what a killed process leaves is removed by the next start.
 */
export async function startThrowAwayPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const account = isRoot() ? unprivilegedAccount() : undefined;
  const binaries = usableBinaries(account, () => undefined);
  const parent = temporaryFolder(account);
  await sweep(parent);
  const folder = makeTemporaryHome(parent);
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  const callOff = atProcessEnd(remove);
  const finish = () => {
    remove();
    callOff();
  };
  try {
    const data = join(folder, 'data');
    const password = randomBytes(12).toString('base64url');
    await createCluster({ binaries, account, data, password, extra: ['--no-sync', '--wal-segsize=4'] });
    const port = await freePort();
    const url = serverUrl(databaseName, password, port, 'postgres');
    const place = { data, logFile: join(folder, 'server.log'), account };
    const server = await startServer({ ...place, binaries, port, settings, url, signalAtExit: 'SIGQUIT' });
    return { url, stop: () => server.stop().then(finish) };
  } catch (error) {
    finish();
    throw error;
  }
}
