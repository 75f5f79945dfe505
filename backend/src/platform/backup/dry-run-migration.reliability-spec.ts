import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { contents, query, schema } from '../../../test/support/database-contents';
import { cloneDatabase } from '../../../test/support/database';
import { report } from '../../../test/reliability/reliability-config';
import { dataSourceOptions } from '../../database/data-source';
import { withClient } from '../embedded-postgres/server';
import { backUp } from './backup';
import { runUpgradeDryRun } from './command';
import { dryRunMigration, type DryRunResult } from './dry-run-migration';
import { prepareSession } from './tables';

const say = (): void => undefined;
const known = dataSourceOptions('').migrations as string[];

jest.setTimeout(60_000);

let folder: string;
let live: string;
let file: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dry-run-'));
  file = join(folder, 'live.gz');
  live = await cloneDatabase();
  await query(live, "INSERT INTO users (email, password) VALUES ('a@shop.example', 'x')");
  await query(
    live,
    "INSERT INTO problems (title, description, created_by_id) SELECT 'Problem ' || i, 'Text', 1 FROM generate_series(1, 40) AS i",
  );
  await query(
    live,
    "INSERT INTO products (name, sku) SELECT 'Disc ' || i, 'BD-' || i FROM generate_series(1, 40) AS i",
  );
  await backUp({ url: live, file, say });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The present migrations, and after them one that runs these statements. */
async function dryRunAfter(...statements: string[]): Promise<DryRunResult> {
  class Seeded1999999999999 implements MigrationInterface {
    name = 'Seeded1999999999999';
    async up(runner: QueryRunner): Promise<void> {
      for (const statement of statements) await runner.query(statement);
    }
    async down(): Promise<void> {
      // Never taken back: the database is thrown away.
    }
  }
  return dryRunMigration({
    url: await cloneDatabase('template0'),
    file,
    say,
    migrations: [...known, Seeded1999999999999],
  });
}

it('finds nothing wrong with a migration that leaves what there was', async () => {
  const { steps, records, size, findings } = await dryRunAfter(
    'CREATE INDEX ON problems (lower(title))',
    "CREATE TABLE notes AS SELECT repeat('x', 1000) AS text FROM generate_series(1, 1000)",
  );
  expect(findings).toEqual([]);
  expect(steps).toEqual([{ name: 'Seeded1999999999999', seconds: expect.any(Number) }]);
  // A user, 80 records, and what the log, the counters and the search hold of them.
  expect(records).toBeGreaterThan(160);
  // The table's megabyte; PostgreSQL's file of its own catalogs (0.15 MB) comes and goes with autovacuum.
  expect(size[1] - size[0]).toBeGreaterThan(800_000);
});

it('finds nothing wrong with what a migration does to positions and to what is made from the records', async () => {
  const { findings } = await dryRunAfter(
    "INSERT INTO change_listeners (name, position) VALUES ('a new one', 0)",
    "UPDATE change_listeners SET position = position + 1 WHERE name = 'trends'",
    "INSERT INTO thread_times (kind, record_id, position) VALUES ('problem', 2147483647, 1)",
    'DELETE FROM search_words',
  );
  expect(findings).toEqual([]);
});

it.each([
  [
    'loses records',
    ['ALTER TABLE problems DISABLE TRIGGER USER', 'DELETE FROM problems WHERE id % 2 = 0'],
    /^problems has 20 records in place of 40 records$/,
  ],
  [
    'loses a position',
    ["DELETE FROM change_listeners WHERE name = 'trends'"],
    /^change_listeners has \d+ records? in place of \d+ records?$/,
  ],
  ['loses a table', ['DROP TABLE updates CASCADE'], /^the table updates is gone, with 0 records$/],
  ['loses a column', ['ALTER TABLE products DROP COLUMN vehicle'], /^products\.vehicle is gone$/],
  [
    'loses a column of positions',
    ['ALTER TABLE change_listeners DROP COLUMN position'],
    /^change_listeners\.position is gone$/,
  ],
  ['changes a value', ["UPDATE problems SET title = title || ' ' WHERE id = 7"], /^problems\.title has other values$/],
  [
    'swaps values',
    ['ALTER TABLE problems DISABLE TRIGGER USER', "UPDATE problems SET title = 'Problem ' || (3 - id) WHERE id < 3"],
    /^problems\.title has other values$/,
  ],
  [
    'fails',
    ['ALTER TABLE problems ADD CONSTRAINT few CHECK (id < 10)'],
    /^the migration Seeded1999999999999 failed: .*few/,
  ],
  [
    'makes what the app does not know',
    ['ALTER TABLE products ADD COLUMN weight integer'],
    /^the app expects what the migrations do not make: .*weight/,
  ],
])('says so when a migration %s', async (_what, statements, finding) => {
  const { findings } = await dryRunAfter(...statements);
  expect(findings).toContainEqual(expect.stringMatching(finding));
});

it('brings a backup of the former version up to date', async () => {
  const url = await cloneDatabase();
  const app = await new DataSource(dataSourceOptions(url)).initialize();
  await app.query("INSERT INTO users (email, password) VALUES ('old@shop.example', 'x')");
  await app.query(
    "INSERT INTO customer_questions (title, description, created_by_id) VALUES ('Does it fit?', 'Text', 1)",
  );
  // Written before, since the functions of the database are those of this version.
  await app.undoLastMigration();
  await app.destroy();
  const older = join(folder, 'older.gz');
  await backUp({ url, file: older, say });
  const { steps, findings } = await dryRunMigration({ url: await cloneDatabase('template0'), file: older, say });
  expect(findings).toEqual([]);
  expect(steps).toHaveLength(1);
});

it('leaves the live database alone, and says how it went', async () => {
  const everything = () =>
    withClient(live, async (client) => {
      await prepareSession(client);
      return { contents: await contents(client), schema: await schema(live) };
    });
  const before = await everything();
  const said: string[] = [];
  const spies = [jest.spyOn(console, 'log'), jest.spyOn(console, 'error')].map((spy) =>
    spy.mockImplementation((line: string) => void said.push(line)),
  );
  const environment = { ...process.env };
  process.env.DATABASE_URL = live;
  try {
    await runUpgradeDryRun([file]);
    const taken = await cloneDatabase();
    await query(taken, "INSERT INTO users (email, password) VALUES ('b@shop.example', 'x')");
    await runUpgradeDryRun([file, '--into', taken]);
    await runUpgradeDryRun([join(folder, 'none.gz')]);
    expect(process.exitCode).toBe(1);
  } finally {
    process.env = environment;
    process.exitCode = 0;
    for (const spy of spies) spy.mockRestore();
  }
  expect(await everything()).toEqual(before);
  expect(said.join('\n')).toMatch(
    /0 migrations in 0\.0 s; [^]*Every value of \d+ records is as it was\. The app's own database was not touched\.[^]*holds records already \(in "users"\)[^]*There is no file .*none\.gz/,
  );
  report('dry-run', `${Object.keys(before.contents).length} tables of the live database untouched`);
});
