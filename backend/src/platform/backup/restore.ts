import { Client } from 'pg';
import { DataSource, MigrationExecutor, type DataSourceOptions, type Migration, type QueryRunner } from 'typeorm';
import { dataSourceOptions } from '../../database/data-source';
import { PREVIOUS } from '../../database/adopt-previous';
import { MIGRATION_LOCK } from '../../database/migrate';
import { applyFunctions, applyTriggers } from '../../database/schema-files';
import { CountedRows, readArchive, type Manifest } from './archive';
import { records, verifyArchive } from './backup';
import { copyIn, copyOut } from './copy';
import { copyOutStatement, prepareSession, qualified, readMigrations, readTables, type Table } from './tables';

type Say = (line: string) => void;

const NAME = 'ecom-crm restore';

/**
 * Loads a backup into an empty database: all of it, read back and found equal, or nothing. Throws a sentence where the file
 * is damaged, newer than this code or older than the first release, and where the database holds records or is in use by the app.
 */
export async function restore({ url, file, say }: { url: string; file: string; say: Say }): Promise<Manifest> {
  say(`Checking ${file}.`);
  const manifest = await verifyArchive(file);
  const source = await new DataSource({
    ...dataSourceOptions(url),
    extra: { keepAlive: true },
    applicationName: NAME,
  } as DataSourceOptions).initialize();
  const runner = source.createQueryRunner();
  try {
    refuseOtherBuilds(manifest, source);
    const client = (await runner.connect()) as Client;
    await prepareSession(client);
    await refuseInUse(client);
    await runner.startTransaction();
    await load(client, runner, { manifest, file, say });
    await runner.commitTransaction();
    await client.query('ANALYZE');
    return manifest;
  } finally {
    // Ends the connection and with it a transaction that was not committed.
    await runner.release();
    await source.destroy();
  }
}

function refuseOtherBuilds({ migrations }: Manifest, { migrations: known }: DataSource): void {
  if (migrations.some((name) => PREVIOUS.includes(name)))
    throw new Error(
      'The backup was taken by the build before the first release. Restore it with that build, then start this one.',
    );
  const unknown = migrations.filter((name) => !known.some((migration) => migration.name === name));
  if (unknown.length > 0)
    throw new Error(
      `The backup was taken by a newer version of the app (${unknown.join(', ')}). Restore it with that version.`,
    );
}

/** Keeps apps from starting during the restore: they wait for this lock before they touch the schema. */
async function refuseInUse(client: Client): Promise<void> {
  const {
    rows: [{ locked }],
  } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [MIGRATION_LOCK]);
  const {
    rows: [{ apps }],
  } = await client.query<{ apps: number }>(
    "SELECT count(*)::int AS apps FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'ecom-crm%' AND application_name <> $1",
    [NAME],
  );
  if (!locked || apps > 0)
    throw new Error('The app or another command is running on this database. Stop it, then restore.');
}

async function load(
  client: Client,
  runner: QueryRunner,
  { manifest, file, say }: { manifest: Manifest; file: string; say: Say },
): Promise<void> {
  await refuseRecords(client);
  await applyFunctions(runner);
  await migrateTo(client, runner, manifest.migrations);
  if (manifest.migrations.length === runner.connection.migrations.length) await applyTriggers(runner);
  // What was undone took its triggers with it: the next start applies all files, after the missing migrations.
  else await runner.query('DELETE FROM schema_files');
  const tables = await readTables(client);
  refuseStrangers(tables, manifest);
  say('Loading it.');
  const putBack = await setAside(client, tables);
  await readArchive(file, async (statement, rows) => void (await copyIn(client, statement, rows)));
  say('Checking references between records.');
  for (const statement of putBack) await client.query(statement);
  for (const { name, last, called } of manifest.sequences)
    await client.query('SELECT setval($1::regclass, $2, $3)', [qualified(name), last, called]);
  say('Reading it back from the database.');
  await compare(client, tables, manifest, say);
}

/** Whatever people did here, a user did it, or the log has it; what migrations and the first start write is not theirs. */
async function refuseRecords(client: Client): Promise<void> {
  for (const name of ['users', 'changes']) {
    const {
      rows: [{ there }],
    } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [qualified(name)]);
    if (!there) continue;
    const { rows } = await client.query(`SELECT FROM ${qualified(name)} LIMIT 1`);
    if (rows.length > 0)
      throw new Error(
        `The database holds records already (in "${name}"), and a backup is only restored into an empty one. Nothing was changed. Set DATA_DIR to a new folder, or DATABASE_URL to a new database.`,
      );
  }
}

/** Brings an empty schema to the very state the backup was taken in; the app goes on from there at its next start. */
async function migrateTo(client: Client, runner: QueryRunner, wanted: string[]): Promise<void> {
  for (
    let applied = await readMigrations(client);
    applied.some((name) => !wanted.includes(name));
    applied = await readMigrations(client)
  ) {
    await new MigrationExecutor(runner.connection, runner).undoLastMigration();
  }
  await new SomeMigrations(runner, wanted).executePendingMigrations();
}

/** Applies those of the named migrations that are missing. */
export class SomeMigrations extends MigrationExecutor {
  constructor(
    runner: QueryRunner,
    private readonly wanted: string[],
  ) {
    super(runner.connection, runner);
    this.transaction = 'all';
  }

  protected override getMigrations(): Migration[] {
    return super.getMigrations().filter(({ name }) => this.wanted.includes(name));
  }
}

function refuseStrangers(tables: Table[], { tables: archived, leftOut }: Manifest): void {
  const ours = [...archived.map(({ name }) => name), ...leftOut];
  const strangers = tables.filter(({ name }) => !ours.includes(name)).map(({ name }) => name);
  if (strangers.length > 0)
    throw new Error(
      `The database holds tables that the backup knows nothing of (${strangers.join(', ')}). Restore it into a new database.`,
    );
}

/**
 * Empties the tables, with triggers off and references gone for the time; answers the statements that bring both back.
 * References that are created again are checked in one go, need no order of the tables, and no superuser.
 */
async function setAside(client: Client, tables: Table[]): Promise<string[]> {
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(`
    SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0 ORDER BY oid`);
  const names = tables.map(({ name }) => qualified(name));
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${names.join(', ')}`);
  for (const { table, name } of references) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return [
    ...references.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`),
    ...names.map((name) => `ALTER TABLE ${name} ENABLE TRIGGER USER`),
  ];
}

async function compare(client: Client, tables: Table[], { tables: archived }: Manifest, say: Say): Promise<void> {
  for (const { name, rows, sha256 } of archived) {
    const table = tables.find((one) => one.name === name);
    const counted = new CountedRows(copyOut(client, copyOutStatement(table as Table)));
    for await (const _block of counted);
    if (counted.rows !== rows || counted.hash.digest('hex') !== sha256)
      throw new Error(`The table "${name}" did not come back as it was. Nothing was changed.`);
    say(`  ${name}: ${records(rows)}`);
  }
}
