import type { Client } from 'pg';
import { loadEnv } from '../config/env';
import { withDatabase } from '../platform/backup/command';
import { prepareSession } from '../platform/backup/tables';
import { withClient } from '../platform/embedded-postgres/server';
import { runAtTerminal } from '../platform/run-at-terminal';

const BATCH_IDS = 1000;

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
  await withClient(url, async (client) => {
    await prepareSession(client);
    const { rows: tables } = await client.query<Table>(`
      SELECT quote_ident(table_name) AS name, parent_kind IS NULL AS "isRecord",
        CASE WHEN parent_kind IS NULL THEN 'search_text' ELSE 'fold_text(response)' END AS text
      FROM record_types WHERE to_regclass(table_name || '_words') IS NOT NULL ORDER BY parent_kind IS NULL DESC, table_name`);
    // Writers list their words in the new generation from now on. The lock waits for transactions that began before.
    await client.query("SELECT nextval('search_generation')");
    const names = tables.map(({ name }) => name).join();
    await client.query(`BEGIN; LOCK TABLE ${names} IN SHARE MODE; COMMIT`);
    for (const table of tables) await rebuildTable(client, table, say);
    const { rowCount } = await client.query(
      'DELETE FROM search_words WHERE generation < (SELECT last_value FROM search_generation)',
    );
    say(`${rowCount} entries of the former word list removed.`);
    await rebuildIndexes(client, say);
  });
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
    if (isRecord) corrected += (await client.query(correction, ids)).rowCount ?? 0;
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
