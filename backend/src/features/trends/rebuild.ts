import type { Client } from 'pg';
import { loadEnv } from '../../config/env';
import { COMMAND_NAME, withDatabase } from '../../platform/command-database';
import { prepareSession } from '../../platform/backup/tables';
import { withClient } from '../../platform/embedded-postgres/server';
import { runAtTerminal } from '../../platform/run-at-terminal';

const BATCH_IDS = 1000;

/** What `npm run trends:rebuild` does; sets the exit code and reports in plain sentences. */
export function runRebuild(): Promise<void> {
  return runAtTerminal(() => withDatabase(loadEnv(process.env), rebuildTrends));
}

/** Makes the times of all threads from the change log again, in small steps, while the app runs. */
export async function rebuildTrends(url: string, say: (line: string) => void = console.log): Promise<void> {
  await withClient(
    url,
    async (client) => {
      await prepareSession(client);
      const { rows: kinds } = await client.query<{ kind: string }>(
        'SELECT parent_kind AS kind FROM record_types WHERE parent_kind IS NOT NULL ORDER BY 1',
      );
      for (const { kind } of kinds) await rebuildKind(client, kind, say);
      const { rowCount } = await client.query(
        'DELETE FROM thread_times WHERE NOT EXISTS (SELECT FROM changes WHERE subject_kind = thread_times.kind AND subject_id = thread_times.record_id)',
      );
      if (rowCount) say(`${rowCount} removed that the change log does not have.`);
    },
    COMMAND_NAME,
  );
}

async function rebuildKind(client: Client, kind: string, say: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ safe: string }>('SELECT safe FROM changes_horizon()');
  const last = await client.query<{ id: number }>(
    'SELECT coalesce(max(subject_id), 0) AS id FROM changes WHERE subject_kind = $1',
    [kind],
  );
  for (let first = 1; first <= last.rows[0].id; first += BATCH_IDS)
    await client.query('SELECT fill_thread_times($1, $2, $3, $4)', [kind, first, first + BATCH_IDS - 1, rows[0].safe]);
  const counted = await client.query<{ threads: string }>(
    'SELECT count(*) AS threads FROM thread_times WHERE kind = $1',
    [kind],
  );
  say(`${kind}: the times of ${counted.rows[0].threads} threads are read from the change log.`);
}
