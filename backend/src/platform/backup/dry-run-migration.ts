import type { Client } from 'pg';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import { dataSourceOptions } from '../../database/data-source';
import { records } from './backup';
import { restore, SomeMigrations } from './restore';
import { isLeftOut, prepareSession, qualified, readMigrations, readTables } from './tables';

/** What the app makes from the records, and can make again: a migration may fill it. */
const DERIVED = ['counters', 'search_words', 'thread_times'];
/** How far the app has read: a migration may add to it, or begin again, but not make it fewer. */
const POSITIONS = ['change_listeners', 'link_progress'];

/** What the next version's migrations did to the records of a backup. */
export interface DryRunResult {
  /** Each migration that was missing, with the seconds that it took. */
  steps: { name: string; seconds: number }[];
  records: number;
  /** Bytes of the database before and after. */
  size: [before: number, after: number];
  /** What is not as it was, a sentence each; none where all went well. */
  findings: string[];
}

/** What a table holds: how many records, and by column a sum over a hash of each value with its key. */
interface Contents {
  rows: number;
  columns: Map<string, string>;
}

interface Options {
  /** An empty database, which is filled and migrated. */
  url: string;
  file: string;
  say: (line: string) => void;
  migrations?: DataSourceOptions['migrations'];
}

/** Restores a backup into an empty database, applies there the migrations that it lacks, and compares every value that was there before. */
export async function dryRunMigration({ url, file, say, migrations }: Options): Promise<DryRunResult> {
  await restore({ url, file, say });
  const options = dataSourceOptions(url);
  const source = await new DataSource({
    ...options,
    extra: {},
    migrations: migrations ?? options.migrations,
  } as DataSourceOptions).initialize();
  const runner = source.createQueryRunner();
  try {
    const client = (await runner.connect()) as Client;
    await prepareSession(client);
    const before = await readContents(client);
    const sizeBefore = await databaseSize(client);
    say('Applying the migrations.');
    const { steps, failed } = await applyMissing(client, runner, say);
    say('Comparing.');
    const findings = failed
      ? [failed]
      : [...differences(before, await readContents(client)), ...(await unmetEntities(source))];
    const total = [...before.values()].reduce((sum, { rows }) => sum + rows, 0);
    return { steps, records: total, size: [sizeBefore, await databaseSize(client)], findings };
  } finally {
    await runner.release();
    await source.destroy();
  }
}

async function applyMissing(
  client: Client,
  runner: QueryRunner,
  say: (line: string) => void,
): Promise<{ steps: DryRunResult['steps']; failed?: string }> {
  const steps: DryRunResult['steps'] = [];
  const applied = await readMigrations(client);
  const missing = runner.connection.migrations
    .map(({ name }) => name as string)
    .filter((name) => !applied.includes(name));
  for (const name of missing) {
    const started = Date.now();
    try {
      await new SomeMigrations(runner, [
        ...applied,
        ...steps.map((step) => step.name),
        name,
      ]).executePendingMigrations();
    } catch (error) {
      return { steps, failed: `the migration ${name} failed: ${(error as Error).message}` };
    }
    steps.push({ name, seconds: (Date.now() - started) / 1000 });
    say(`  ${name}: ${steps[steps.length - 1].seconds.toFixed(1)} s`);
  }
  return { steps };
}

async function readContents(client: Client): Promise<Map<string, Contents>> {
  const contents = new Map<string, Contents>();
  for (const table of await readTables(client)) {
    if (isLeftOut(table) || table.name === 'migrations' || DERIVED.includes(table.name)) continue;
    const sums = table.columns.map(
      (column) =>
        `sum(hashtextextended(ROW(${table.order}, ${client.escapeIdentifier(column)})::text, 0)::numeric)::text`,
    );
    const {
      rows: [row],
    } = await client.query<string[]>({
      text: `SELECT count(*)::text, ${sums.join(', ')} FROM ${qualified(table.name)}`,
      rowMode: 'array',
    });
    contents.set(table.name, {
      rows: Number(row[0]),
      columns: new Map(table.columns.map((column, at) => [column, row[at + 1]])),
    });
  }
  return contents;
}

function differences(before: Map<string, Contents>, after: Map<string, Contents>): string[] {
  return [...before].flatMap(([table, was]) => {
    const is = after.get(table);
    if (!is) return [`the table ${table} is gone, with ${records(was.rows)}`];
    const arePositions = POSITIONS.includes(table);
    if (arePositions ? is.rows < was.rows : is.rows !== was.rows)
      return [`${table} has ${records(is.rows)} in place of ${records(was.rows)}`];
    return [...was.columns].flatMap(([column, sum]) => {
      if (!is.columns.has(column)) return [`${table}.${column} is gone`];
      return arePositions || is.columns.get(column) === sum ? [] : [`${table}.${column} has other values`];
    });
  });
}

async function unmetEntities(source: DataSource): Promise<string[]> {
  const { upQueries } = await source.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => `the app expects what the migrations do not make: ${query}`);
}

async function databaseSize(client: Client): Promise<number> {
  const {
    rows: [{ size }],
  } = await client.query<{ size: string }>('SELECT pg_database_size(current_database()) AS size');
  return Number(size);
}
