import { DataSource } from 'typeorm';
import { loadEnv } from '../../config/env';
import { dataSourceOptions } from '../../database/data-source';
import { withDatabase } from '../../platform/backup/command';
import { linkAllRecords } from './link-records';

/** What `npm run links` does; sets the exit code and reports in plain sentences. */
export async function runLinks(): Promise<void> {
  try {
    await withDatabase(loadEnv(process.env), async (url) => {
      const source = await new DataSource(dataSourceOptions(url)).initialize();
      await linkAllRecords(source, console.log).finally(() => source.destroy());
    });
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
