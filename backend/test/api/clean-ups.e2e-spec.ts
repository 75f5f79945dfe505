import { Logger } from '@nestjs/common';
import type { SessionData } from 'express-session';
import { SessionStore } from '../../src/features/auth/sessions/session-store';
import { ProductImportsService } from '../../src/features/products/import/product-imports.service';
import { removeOldImports } from '../../src/features/products/import/remove-imports';
import { removeOldKeys } from '../../src/records/idempotency';
import { RecordWriter } from '../../src/records/record-writer';
import { startApp, type TestApp } from '../support/app';

const HOUR_MS = 60 * 60 * 1000;

let test: TestApp;

beforeAll(async () => (test = await startApp()));
afterAll(() => test.close());
afterEach(() => jest.restoreAllMocks());

/** As a statement that takes too long fails, one fails that removes more than 1000 rows. */
async function limitRemovals(table: string): Promise<void> {
  await test.source.query(`
    CREATE OR REPLACE FUNCTION fail_after_1000() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM removed) > 1000 THEN RAISE 'too slow'; END IF;
      RETURN NULL;
    END $$`);
  await test.source.query(
    `CREATE TRIGGER fail_after_1000 AFTER DELETE ON ${table} REFERENCING OLD TABLE AS removed
     FOR EACH STATEMENT EXECUTE FUNCTION fail_after_1000()`,
  );
}

async function count(table: string): Promise<number> {
  return (await test.source.query(`SELECT count(*)::int AS count FROM ${table}`))[0].count;
}

/** A new session, at a time when the store removes ended ones. */
async function signIn(store: SessionStore, sid: string): Promise<void> {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + HOUR_MS);
  await store.add(sid, { cookie: { expires: new Date(now + HOUR_MS) } } as SessionData);
}

describe('removes any number of', () => {
  it('sessions that have ended', async () => {
    await limitRemovals('sessions');
    await test.source.query(
      "INSERT INTO sessions (sid, sess, expire) SELECT 'old ' || i, '{}', now() - interval '1 day' FROM generate_series(1, 2500) AS i",
    );
    await signIn(new SessionStore(test.source), 'new');
    for (const end = performance.now() + 10_000; (await count('sessions')) > 1 && performance.now() < end;);
    expect(await count('sessions')).toBe(1);
    expect(await test.source.query('SELECT sid FROM sessions')).toEqual([{ sid: 'new' }]);
  });

  it('old idempotency keys', async () => {
    await limitRemovals('idempotency_keys');
    await test.signedIn();
    await test.source.query(
      `INSERT INTO idempotency_keys (user_id, key, request, change_set, created_at)
       SELECT users.id, i, '', gen_random_uuid(), now() - interval '7 days' * (i < 2501)::int
       FROM users, generate_series(1, 2502) AS i`,
    );
    await removeOldKeys(test.source.manager);
    expect(await test.source.query('SELECT key FROM idempotency_keys ORDER BY key')).toEqual([
      { key: '2501' },
      { key: '2502' },
    ]);
  });

  it('old imports and their rows, but not of one that is held', async () => {
    await limitRemovals('product_imports');
    await limitRemovals('product_import_rows');
    await test.source.query(
      `INSERT INTO product_imports (id, created_by_id, created_at, request, state, file, columns, counts)
       SELECT i, 1, now() - interval '1 day' * ages.days, gen_random_uuid(), 'ready', '{}', '[]', '{}'
       FROM generate_series(1, 2500) AS i, LATERAL (SELECT CASE i WHEN 1 THEN 0 WHEN 2 THEN 2 ELSE 9 END) AS ages (days)`,
    );
    await test.source.query(
      `INSERT INTO product_import_rows (import_id, id, cells, state, verdict)
       SELECT import_id, i, '[]', 'new', '{}' FROM generate_series(1, 4) AS import_id, generate_series(1, 2500) AS i`,
    );
    const left = async (): Promise<number[][]> => {
      const imports = await test.source.query<{ id: number; rows: number }[]>(
        'SELECT id, (SELECT count(*)::int FROM product_import_rows WHERE import_id = i.id) AS rows FROM product_imports AS i ORDER BY id',
      );
      return imports.map(({ id, rows }) => [id, rows]);
    };
    await test.source.transaction(async (manager) => {
      await manager.query('SELECT FROM product_imports WHERE id = 3 FOR UPDATE');
      await removeOldImports(test.source.manager);
    });
    // The second one is known for some days more.
    expect(await left()).toEqual([
      [1, 2500],
      [2, 0],
      [3, 2500],
    ]);
    await removeOldImports(test.source.manager);
    expect(await left()).toEqual([
      [1, 2500],
      [2, 0],
    ]);
  });
});

describe('the log says when nothing can be removed of', () => {
  const query = (): Promise<never> => Promise.reject(new Error('too slow'));
  const none = {} as never;
  let warn: jest.SpyInstance;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  });
  afterEach(() => jest.useRealTimers());

  it('the idempotency keys', async () => {
    const writer = new RecordWriter({ manager: { query } } as never, none, none, none);
    writer.onModuleInit();
    await jest.advanceTimersByTimeAsync(HOUR_MS);
    writer.onModuleDestroy();
    expect(warn.mock.calls).toEqual([['Old idempotency keys could not be removed: too slow']]);
  });

  it('the imports', async () => {
    const imports = new ProductImportsService({ query } as never, none, none, none, none);
    await jest.advanceTimersByTimeAsync(HOUR_MS);
    imports.onModuleDestroy();
    expect(warn.mock.calls).toEqual([['Old imports could not be removed: too slow']]);
  });

  it('the sessions', async () => {
    // It cannot keep the new one either.
    await signIn(new SessionStore({ query } as never), 'new').catch(() => undefined);
    await jest.advanceTimersByTimeAsync(0);
    expect(warn.mock.calls).toEqual([['Sessions that have ended could not be removed: too slow']]);
  });
});
