import { DataSource } from 'typeorm';
import { loadEnv } from '../../config/env';
import { dataSourceOptions } from '../../database/data-source';
import { withDatabase } from '../../platform/command-database';
import { runAtTerminal } from '../../platform/run-at-terminal';
import { linkAllRecords } from './link-records';

/** What `npm run links` does; sets the exit code and reports in plain sentences. */
export function runLinks(): Promise<void> {
  return runAtTerminal(() =>
    withDatabase(loadEnv(process.env), async (url) => {
      const source = await new DataSource(dataSourceOptions(url)).initialize();
      await linkAllRecords(source, console.log).finally(() => source.destroy());
    }),
  );
}
