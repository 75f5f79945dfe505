import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, QueryResult } from 'pg';
import { loadEnv } from '../../config/env';
import { COMMAND_NAME, withDatabase } from '../../platform/command-database';
import { prepareSession } from '../../platform/backup/tables';
import { withClient } from '../../platform/embedded-postgres/server';
import { runAtTerminal } from '../../platform/run-at-terminal';

/** SQLSTATE of a lock that was not free in time. */
const LOCK_NOT_AVAILABLE = '55P03';
const BATCH_IDS = 1000;
/** How often a statement that locks records is tried, and how long others go first before it is tried again. */
const MAX_LOCK_ATTEMPTS = 300;
const LOCK_RETRY_DELAY_MS = 1000;

interface Table {
  name: string;
  /** SQL of the folded text whose words are listed. */
  text: string;
  isRecord: boolean;
}

/** What `npm run search:rebuild` does; sets the exit code and reports in plain sentences. */
export function runRebuild(): Promise<void> {
  return runAtTerminal(() => withDatabase(loadEnv(process.env), rebuildSearch));
}

/** Makes the texts, words and indexes of the search from the records again, in small steps, while the app runs. */
export async function rebuildSearch(url: string, say: (line: string) => void = console.log): Promise<void> {
  await withClient(
    url,
    async (client) => {
      await prepareSession(client);
      // Nobody changes the records.
      await client.query("SET crm.keep_version = 'on'");
      // Longer than `deadlock_timeout` (1 s): only a wait of that time cancels an autovacuum that holds the lock.
      await client.query("SET lock_timeout = '2s'");
      const { rows: tables } = await client.query<Table>(`
      SELECT quote_ident(table_name) AS name, parent_kind IS NULL AS "isRecord",
        CASE WHEN parent_kind IS NULL THEN 'search_text' ELSE 'fold_text(response)' END AS text
      FROM record_types WHERE to_regclass(table_name || '_words') IS NOT NULL ORDER BY parent_kind IS NULL DESC, table_name`);
      // Writers list their words in the new generation from now on. The lock waits for transactions that began before.
      await client.query("SELECT nextval('search_generation')");
      for (const { name } of tables) await lockBriefly(client, `DO $$ BEGIN LOCK TABLE ${name} IN SHARE MODE; END $$`);
      for (const table of tables) await rebuildTable(client, table, say);
      const { rowCount } = await client.query(
        'DELETE FROM search_words WHERE generation < (SELECT last_value FROM search_generation)',
      );
      say(`${rowCount} entries of the former word list removed.`);
      // It waits for all who read, such as a backup, and nobody waits for it. Cancelled, it would leave an invalid index.
      await client.query('SET lock_timeout = 0');
      await rebuildIndexes(client, say);
    },
    COMMAND_NAME,
  );
}

/** Runs a statement that locks records. Writers wait behind it while it waits: for two seconds, then they go first. */
async function lockBriefly(client: Client, statement: string, values: unknown[] = []): Promise<QueryResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.query(statement, values);
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (attempt === MAX_LOCK_ATTEMPTS)
        throw new Error('Something, such as a long import, kept records locked for minutes. Run this again after it.', {
          cause: error,
        });
      await sleep(LOCK_RETRY_DELAY_MS);
    }
  }
}

async function rebuildTable(
  client: Client,
  { name, text, isRecord }: Table,
  say: (line: string) => void,
): Promise<void> {
  const { rows } = await client.query<{ last: number }>(`SELECT coalesce(max(id), 0) AS last FROM ${name}`);
  // A trigger writes the right text.
  const correction = `UPDATE ${name} AS record SET search_text = '' WHERE search_text <> searched_text(record) AND id BETWEEN $1 AND $2`;
  const listing = `SELECT list_words(string_agg(${text}, E'\\n')) FROM ${name} WHERE id BETWEEN $1 AND $2`;
  let corrected = 0;
  for (let first = 1; first <= rows[0].last; first += BATCH_IDS) {
    const ids = [first, first + BATCH_IDS - 1];
    if (isRecord) corrected += (await lockBriefly(client, correction, ids)).rowCount ?? 0;
    await client.query(listing, ids);
  }
  say(`${name}: words listed${isRecord ? `, ${corrected} texts corrected` : ''}.`);
}

async function rebuildIndexes(client: Client, say: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ name: string; isValid: boolean }>(`
    SELECT indexrelid::regclass::text AS name, indisvalid AS "isValid"
    FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid JOIN pg_am AS method ON method.oid = relam
    WHERE relnamespace = 'public'::regnamespace AND amname = 'gin' ORDER BY 1`);
  for (const { name, isValid } of rows) {
    // A rebuild that was killed leaves an invalid one.
    const statement = `${isValid ? 'REINDEX' : 'DROP'} INDEX CONCURRENTLY ${name}`;
    await client.query(statement);
    if (isValid) say(`${name}: rebuilt.`);
  }
}
