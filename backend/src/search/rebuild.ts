import type { Client } from 'pg';
import { loadEnv } from '../config/env';
import { withDatabase } from '../platform/backup/command';
import { prepareSession } from '../platform/backup/tables';
import { withClient } from '../platform/embedded-postgres/server';

const BATCH = 1000;

/** What `npm run search:rebuild` does; sets the exit code and says in plain sentences how it went. */
export async function runRebuild(): Promise<void> {
  try {
    await withDatabase(loadEnv(process.env), rebuildSearch);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

/** Makes everything that search is made from anew out of the records, in small steps, while the app runs and searches. */
export async function rebuildSearch(url: string, say: (line: string) => void = console.log): Promise<void> {
  await withClient(url, async (client) => {
    await prepareSession(client);
    const { records, responses } = await readTables(client);
    await beginGeneration(client, [...records, ...responses]);
    for (const table of records) {
      let mended = 0;
      await inBatches(client, table, async (range) => {
        // The trigger writes what is right.
        mended +=
          (
            await client.query(
              `UPDATE ${table} AS record SET search_text = '' WHERE search_text <> searched_text(record) AND id BETWEEN $1 AND $2`,
              range,
            )
          ).rowCount ?? 0;
        await client.query(
          `SELECT list_words(string_agg(search_text, E'\\n')) FROM ${table} WHERE id BETWEEN $1 AND $2`,
          range,
        );
      });
      say(`${table}: words listed, ${mended} texts mended.`);
    }
    for (const table of responses) {
      await inBatches(
        client,
        table,
        async (range) =>
          void (await client.query(
            `SELECT list_words(fold_text(string_agg(response, E'\\n'))) FROM ${table} WHERE id BETWEEN $1 AND $2`,
            range,
          )),
      );
      say(`${table}: words listed.`);
    }
    const { rowCount } = await client.query(
      'DELETE FROM search_words WHERE generation < (SELECT last_value FROM search_generation)',
    );
    say(`${rowCount} entries of the former word list removed.`);
    await rebuildIndexes(client, say);
  });
}

/** The tables that a search looks through. */
async function readTables(client: Client): Promise<{ records: string[]; responses: string[] }> {
  const { rows } = await client.query<{ table: string; isPart: boolean }>(`
    SELECT quote_ident(table_name) AS table, parent_kind IS NOT NULL AS "isPart" FROM record_types
    WHERE to_regprocedure(format('%I(jsonb, integer)', 'search_' || table_name)) IS NOT NULL ORDER BY table_name`);
  const names = (isPart: boolean): string[] => rows.filter((row) => row.isPart === isPart).map(({ table }) => table);
  return { records: names(false), responses: names(true) };
}

/** From now on writers list their words anew; those who began before are waited for, since what they write is read only afterwards. */
async function beginGeneration(client: Client, names: string[]): Promise<void> {
  await client.query("SELECT nextval('search_generation')");
  await client.query(`BEGIN; LOCK TABLE ${names.join(', ')} IN SHARE MODE; COMMIT`);
}

async function inBatches(
  client: Client,
  table: string,
  work: (range: [number, number]) => Promise<void>,
): Promise<void> {
  const {
    rows: [{ last }],
  } = await client.query<{ last: number }>(`SELECT coalesce(max(id), 0) AS last FROM ${table}`);
  for (let from = 1; from <= last; from += BATCH) await work([from, from + BATCH - 1]);
}

async function rebuildIndexes(client: Client, say: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ name: string; isWhole: boolean }>(`
    SELECT indexrelid::regclass::text AS name, indisvalid AS "isWhole" FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid JOIN pg_am AS method ON method.oid = relam
    WHERE relnamespace = 'public'::regnamespace AND amname = 'gin' ORDER BY 1`);
  // A rebuild that was killed leaves a half-made one.
  for (const { name } of rows.filter(({ isWhole }) => !isWhole)) await client.query(`DROP INDEX CONCURRENTLY ${name}`);
  for (const { name } of rows.filter(({ isWhole }) => isWhole)) {
    await client.query(`REINDEX INDEX CONCURRENTLY ${name}`);
    say(`${name}: made anew.`);
  }
}
