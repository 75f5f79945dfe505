import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import { cloneDatabase } from '../../test/support/database';
import { query, schema } from '../../test/support/database-contents';
import { dataSourceOptions } from './data-source';
import { migrate } from './migrate';

it('lets any number of processes start at once on an empty database', async () => {
  const url = await cloneDatabase('template0');
  const sources = await Promise.all(
    // Six processes in one: a connection waits while another's migration keeps the event loop.
    Array.from({ length: 6 }, () =>
      new DataSource({ ...dataSourceOptions(url), connectTimeoutMS: 20_000 } as DataSourceOptions).initialize(),
    ),
  );
  await Promise.all(sources.map((source) => migrate(source)));
  const applied = await sources[0].query<{ name: string }[]>('SELECT name FROM migrations');
  expect(applied.map(({ name }) => name)).toEqual(sources[0].migrations.map(({ name }) => name));
  await Promise.all(sources.map((source) => source.destroy()));
});

it('upgrades a build before the sample photos had paths, and logs the moved photo', async () => {
  const url = await cloneDatabase();
  const newest = await schema(url);
  const app = await new DataSource(dataSourceOptions(url)).initialize();
  while ((await app.query<object[]>("SELECT FROM migrations WHERE name = 'SamplePhotos1795506000000'")).length > 0)
    await app.undoLastMigration();
  await query(
    url,
    `ALTER TABLE products DISABLE TRIGGER USER;
     INSERT INTO products (name, sku, images) VALUES
       ('Disc', 'BD-1', '["http://desk.local/stock-photos/1.webp"]'), ('Pad', 'BP-1', '["http://desk.local/stock-photos/2.webp"]');
     ALTER TABLE products ENABLE TRIGGER USER;
     DELETE FROM schema_files`,
  );
  await migrate(app);
  await app.destroy();
  expect(await schema(url)).toEqual(newest);
  expect(await query(url, 'SELECT images FROM products ORDER BY id')).toEqual([
    { images: ['/stock-photos/1.webp'] },
    { images: ['/stock-photos/2.webp'] },
  ]);
  expect(await query(url, 'SELECT record_id, operation, is_first FROM changes ORDER BY id')).toEqual([
    { record_id: 1, operation: 'update', is_first: true },
    { record_id: 2, operation: 'update', is_first: false },
  ]);
});

it('takes no limits from the account or the database, as PgBouncer needs them there', async () => {
  const url = await cloneDatabase();
  await query(
    url,
    `DO $$
     BEGIN
       EXECUTE format('ALTER DATABASE %I SET statement_timeout = ''9s''', current_database());
       EXECUTE format('ALTER DATABASE %I SET lock_timeout = ''9s''', current_database());
       EXECUTE format('ALTER DATABASE %I SET idle_in_transaction_session_timeout = ''9s''', current_database());
     END $$`,
  );
  let limits: unknown;
  class Limits1899999999999 {
    async up(runner: QueryRunner): Promise<void> {
      limits = await runner.query(
        "SELECT name, setting FROM pg_settings WHERE name ~ '^(statement|lock|idle_in_transaction_session)_timeout$' AND setting <> '0'",
      );
    }
    async down(): Promise<void> {}
  }
  const options = { ...dataSourceOptions(url), migrations: [Limits1899999999999] };
  const app = await new DataSource(options).initialize();
  await migrate(app);
  await app.destroy();
  // Its own, by which others are kept from waiting.
  expect(limits).toEqual([{ name: 'lock_timeout', setting: '2000' }]);
});

describe('while a long transaction holds a table', () => {
  class AddDevice1899999999999 {
    up = (runner: QueryRunner): Promise<unknown> => runner.query('ALTER TABLE sessions ADD COLUMN device text');
    async down(): Promise<void> {}
  }
  const options = dataSourceOptions(undefined);
  const migrations = [...(options.migrations as string[]), AddDevice1899999999999];
  /** As in a build before the log had the column: the function of today writes it, the former one does not. */
  const WITHOUT_COLUMN = `
    DO $$ BEGIN
      EXECUTE replace(pg_get_functiondef('log_change'::regproc), ', after, is_first)', ', after)');
    END $$;
    UPDATE schema_files SET checksum = 'other' WHERE path = 'functions/changes/log_change.sql';
    ALTER TABLE changes DROP COLUMN is_first;
    DELETE FROM migrations WHERE name LIKE 'FirstChanges%'`;

  it.each([
    [
      'a migration',
      'ACCESS SHARE',
      'SELECT',
      { migrations },
      "SELECT FROM migrations WHERE name LIKE 'AddDevice%'",
      ['Applied the migration AddDevice1899999999999'],
    ],
    [
      'a migration whose column a function of the same build writes',
      'ACCESS SHARE',
      WITHOUT_COLUMN,
      { migrations },
      "SELECT FROM migrations WHERE name LIKE 'FirstChanges%'",
      [
        'Applied the migration FirstChanges1795585500000',
        'Applied the migration AddDevice1899999999999',
        'Applied 1 SQL files',
      ],
    ],
    [
      'a file of triggers',
      'ROW EXCLUSIVE',
      "UPDATE schema_files SET checksum = 'other' WHERE path = 'record-types.sql'",
      {},
      "SELECT FROM schema_files WHERE checksum <> 'other' AND path = 'record-types.sql'",
      ['Applied 1 SQL files'],
    ],
  ])(
    '%s lets others go first, and is applied afterwards',
    async (_what, lock, before, more, applied, said) => {
      const url = await cloneDatabase();
      await query(url, `INSERT INTO products (id, name, sku) VALUES (0, 'Disc', 'BD-0'); ${before}`);
      const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
      const log = jest.spyOn(Logger.prototype, 'log').mockReturnValue();
      const holder = new Client({ connectionString: url });
      await holder.connect();
      await holder.query(`BEGIN; LOCK TABLE sessions, products, changes IN ${lock} MODE`);
      const app = await new DataSource({ ...dataSourceOptions(url), ...more } as DataSourceOptions).initialize();
      const migrated = migrate(app);
      let longest = 0;
      try {
        // For longer than a request waits for a lock.
        for (const end = Date.now() + 7000; Date.now() < end; await sleep(50)) {
          const asked = Date.now();
          await app.query('SELECT FROM sessions; UPDATE products SET name = clock_timestamp() WHERE id = 0');
          longest = Math.max(longest, Date.now() - asked);
        }
        expect(await query(url, applied)).toEqual([]);
      } finally {
        await holder.end();
        await migrated;
        await app.destroy();
      }
      expect(longest).toBeLessThan(3500);
      const warned = warn.mock.calls.map(([text]) => text as string);
      const logged = log.mock.calls.map(([text]) => text as string);
      warn.mockRestore();
      log.mockRestore();
      expect(warned.filter((text) => text.includes('waits for a backup'))).toHaveLength(1);
      expect(await query(url, applied)).toHaveLength(1);
      expect(logged.filter((text) => text.startsWith('Applied'))).toEqual(said);
    },
    30_000,
  );
});

it('is tried again where a request waits for a table of it and holds the next one', async () => {
  class AddTwo1899999999999 {
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('ALTER TABLE products ADD COLUMN length integer');
      await runner.query('ALTER TABLE sessions ADD COLUMN device text');
    }
    async down(): Promise<void> {}
  }
  const url = await cloneDatabase();
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query('BEGIN; SELECT FROM sessions');
  const migrations = [...(dataSourceOptions(url).migrations as string[]), AddTwo1899999999999];
  const app = await new DataSource({ ...dataSourceOptions(url), migrations } as DataSourceOptions).initialize();
  const migrated = migrate(app);
  while ((await query(url, 'SELECT FROM pg_locks WHERE NOT granted')).length === 0) await sleep(10);
  await holder.query('UPDATE products SET name = name; COMMIT');
  await migrated;
  await Promise.all([holder.end(), app.destroy()]);
  warn.mockRestore();
  expect(await query(url, "SELECT FROM migrations WHERE name LIKE 'AddTwo%'")).toHaveLength(1);
}, 30_000);

describe('a migration in the database that this build lacks', () => {
  /** Starts on a database where one file of `schema/` is another than here; answers whether it is as here then, and what was warned. */
  async function startedAfter(name: string): Promise<{ isApplied: boolean; warned: string[] }> {
    const url = await cloneDatabase();
    await query(
      url,
      `INSERT INTO migrations (timestamp, name) VALUES (${name.slice(-13)}, '${name}');
       UPDATE schema_files SET checksum = 'other' WHERE path = 'triggers.sql'`,
    );
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const app = await new DataSource(dataSourceOptions(url)).initialize();
    await migrate(app).finally(() => app.destroy());
    const warned = warn.mock.calls.flat().map(String);
    warn.mockRestore();
    const others = await query(url, "SELECT FROM schema_files WHERE checksum = 'other'");
    return { isApplied: others.length === 0, warned };
  }

  it('does not keep SQL files from being applied where it is older than the newest here', async () =>
    expect(await startedAfter('AddReturns1795510000000')).toEqual({ isApplied: true, warned: [] }));

  it('keeps them from it where it is later: a newer build was here, and the log says so', async () =>
    expect(await startedAfter('Later1999999999999')).toEqual({
      isApplied: false,
      warned: [expect.stringMatching(/newer version.*Later1999999999999.*not applied: triggers\.sql/)],
    }));
});
