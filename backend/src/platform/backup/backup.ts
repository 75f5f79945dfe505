import { existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { Client } from 'pg';
import { atProcessEnd } from '../embedded-postgres/exit';
import { explained, makeFolder, syncFolder } from '../embedded-postgres/files';
import { CountedRows, readArchive, writeArchive, type ArchivedTable, type Manifest, type Part } from './archive';
import { copyOut } from './copy';
import {
  copyOutStatement,
  isLeftOut,
  prepareSession,
  qualified,
  readMigrations,
  readSequences,
  readTables,
  type Table,
} from './tables';

type Say = (line: string) => void;

/** A database that sends nothing for so long has gone away without a word, ms. */
const MAX_SILENCE_MS = 5 * 60_000;
/** What a killed run has left is cleared away when it has not grown for so long, ms. */
const ABANDONED_AFTER_MS = 60 * 60_000;
const PROGRESS_INTERVAL_MS = 5_000;
const UNFINISHED = '.unfinished';
const MIGRATIONS = join(__dirname, '..', '..', 'database', 'migrations');

/** What to back up, and where to. */
export interface BackupOptions {
  url: string;
  /** The file to write; it must not be there yet. */
  file: string;
  say: Say;
  /** A snapshot that another transaction has exported, to back up exactly what that one sees. */
  snapshot?: string;
}

/**
 * Writes everything in the database, as it is at one moment, to one file. Under its name the file is whole, on the disk and
 * read back, or it is not there.
 */
export async function backUp({ url, file, say, snapshot }: BackupOptions): Promise<Manifest> {
  refuseTaken(file);
  makeFolder(dirname(file), 0o700);
  removeAbandoned(dirname(file));
  const draft = `${file}${UNFINISHED}-${process.pid}`;
  const remove = () => rmSync(draft, { force: true });
  const callOff = atProcessEnd(remove);
  try {
    await withSnapshot(url, snapshot, (client, tables) => writeArchive(draft, parts(client, tables, say)));
    say('Reading it back.');
    const manifest = await verifyArchive(draft);
    publish(draft, file);
    warnOfOtherBuild(manifest, say);
    return manifest;
  } catch (error) {
    throw explained(error, `Writing the backup ${file}`);
  } finally {
    remove();
    callOff();
  }
}

/** Reads a whole archive, touching no database; throws a sentence where it is damaged. */
export async function verifyArchive(file: string): Promise<Manifest> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  try {
    return await readArchive(file, async (_statement, rows) => {
      for await (const _block of rows);
    });
  } catch (error) {
    throw new Error(`The file ${file} is not a whole backup: ${(error as Error).message}.`, { cause: error });
  }
}

/** As after going back to the version before: the file is whole, and the version that made it refuses it. */
function warnOfOtherBuild({ migrations }: Manifest, say: Say): void {
  // The name of a migration ends with the time that its file begins with.
  const known = readdirSync(MIGRATIONS).map((file) => file.slice(0, 13));
  const unknown = migrations.filter((name) => !known.includes(name.slice(-13)));
  if (unknown.length > 0)
    say(`Warning: this backup can be restored only with the version of the app that has ${unknown.join(', ')}.`);
}

function refuseTaken(file: string): void {
  if (existsSync(file))
    throw new Error(`The file ${file} is there already, and a backup never writes over one. Choose another name.`);
}

function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (/\.unfinished-\d+$/.test(name) && Date.now() - statSync(path).mtimeMs > ABANDONED_AFTER_MS)
      rmSync(path, { force: true });
  }
}

/** Gives the file its name, which never replaces another; both survive a power failure. */
function publish(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    refuseTaken(file);
    // Not every file system has links.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    renameSync(draft, file);
  }
  syncFolder(dirname(file));
}

/** One transaction that sees one moment; its locks keep tables from being changed or dropped under it, and nothing else. */
async function withSnapshot(
  url: string,
  snapshot: string | undefined,
  use: (client: Client, tables: Table[]) => Promise<void>,
): Promise<void> {
  const socket = new Socket();
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'ecom-crm backup',
    stream: () => socket,
  });
  client.on('error', () => undefined); // The query in hand fails, too.
  try {
    await client.connect();
    socket.setTimeout(MAX_SILENCE_MS, () =>
      socket.destroy(new Error('Nothing has moved for five minutes, so it was given up.')),
    );
    await prepareSession(client);
    for (;;) {
      const known = await readTables(client);
      if ((await readMigrations(client)).length === 0)
        throw new Error('The database holds nothing of this app yet: there is nothing to back up.');
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      if (snapshot) await client.query(`SET TRANSACTION SNAPSHOT ${client.escapeLiteral(snapshot)}`);
      await client.query(`LOCK TABLE ${known.map(({ name }) => qualified(name)).join(', ')} IN ACCESS SHARE MODE`);
      const tables = await readTables(client);
      if (JSON.stringify(tables) === JSON.stringify(known)) return await use(client, tables);
      await client.query('ROLLBACK');
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function* parts(client: Client, tables: Table[], say: Say): AsyncGenerator<Part> {
  const archived: ArchivedTable[] = [];
  const {
    rows: [{ server, takenAt }],
  } = await client.query<{ server: string; takenAt: Date }>(
    `SELECT current_setting('server_version') AS server, now() AS "takenAt"`,
  );
  const migrations = await readMigrations(client);
  for (const table of tables.filter((one) => !isLeftOut(one))) {
    const { name, columns } = table;
    const counted = new CountedRows(copyOut(client, copyOutStatement(table)));
    yield { name, columns, rows: withProgress(counted, name, say) };
    archived.push({ name, columns, rows: counted.rows, sha256: counted.hash.digest('hex') });
    say(`  ${name}: ${records(counted.rows)}`);
  }
  const leftOut = tables.filter(isLeftOut).map(({ name }) => name);
  // After the rows: a number taken during the backup only leaves a gap.
  const sequences = await readSequences(client);
  yield {
    manifest: { format: 1, takenAt: takenAt.toISOString(), server, migrations, tables: archived, sequences, leftOut },
  };
}

async function* withProgress(counted: CountedRows, name: string, say: Say): AsyncGenerator<Buffer> {
  let next = Date.now() + PROGRESS_INTERVAL_MS;
  for await (const block of counted) {
    yield block;
    if (Date.now() < next) continue;
    next = Date.now() + PROGRESS_INTERVAL_MS;
    say(`  ${name}: ${size(counted.bytes)} so far`);
  }
}

/** "1 record", "1,234 records". */
export function records(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'record' : 'records'}`;
}

/** "12 kB", "1.2 MB". */
export function size(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** What a backup holds, in one sentence. */
export function summary({ tables, takenAt }: Manifest, file: string): string {
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  return `${basename(file)}: ${records(total)} in ${tables.length} tables as of ${takenAt}, ${size(statSync(file).size)}`;
}
