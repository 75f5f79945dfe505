import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = ['products', 'customer_questions', 'problems', 'updates'];

/** Counters: how many rows some tables have, kept in the transaction of every change. */
export class Counters1795249000000 implements MigrationInterface {
  name = 'Counters1795249000000';

  async up(runner: QueryRunner): Promise<void> {
    // The sum of its rows is the count of a table. They are rewritten often: room beside them, so that no index is.
    await runner.query(`
      CREATE TABLE counters (
        table_name text NOT NULL,
        slot serial,
        records bigint NOT NULL,
        CONSTRAINT counters_pkey PRIMARY KEY (table_name, slot)
      ) WITH (fillfactor = 10)`);
    // Any row that no other transaction is writing will do, and where there is none another is made: nobody waits for anybody.
    await runner.query(`
      CREATE FUNCTION count_records() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        step bigint := (SELECT count(*) FROM changed) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
      BEGIN
        IF step = 0 THEN
          RETURN NULL;
        END IF;
        UPDATE counters SET records = records + step
        WHERE table_name = TG_TABLE_NAME
          AND slot = (SELECT slot FROM counters WHERE table_name = TG_TABLE_NAME ORDER BY slot LIMIT 1 FOR UPDATE SKIP LOCKED);
        IF NOT FOUND THEN
          INSERT INTO counters (table_name, records) VALUES (TG_TABLE_NAME, step);
        END IF;
        RETURN NULL;
      END
      $$`);
    await runner.query(`
      CREATE FUNCTION recount(counted text) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', counted);
        DELETE FROM counters WHERE table_name = counted;
        EXECUTE format('INSERT INTO counters (table_name, records) SELECT %L, count(*) FROM %I', counted, counted);
      END
      $$`);
    await createKeepCount(runner);
    for (const table of COUNTED) await runner.query(`SELECT keep_count('${table}')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION keep_count, recount');
    await runner.query('DROP FUNCTION count_records, recount_records CASCADE');
    await runner.query('DROP TABLE counters');
  }
}

/** `keep_count(table)` is all that a table needs to be counted from now on, with the rows that it has. */
async function createKeepCount(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION recount_records() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM recount(TG_TABLE_NAME);
      RETURN NULL;
    END
    $$`);
  await runner.query(`
    CREATE FUNCTION keep_count(counted text) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records()', counted || '_count_insert', counted);
      EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_records()', counted || '_count_delete', counted);
      EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION recount_records()', counted || '_count_truncate', counted);
      PERFORM recount(counted);
    END
    $$`);
}
