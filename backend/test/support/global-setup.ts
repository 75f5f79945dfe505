import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source';
import { startThrowAwayPostgres } from '../../src/platform/embedded-postgres/embedded-postgres';
import { migrate } from '../../src/database/migrate';
import { stoppers, withDatabase } from './database';

/** One throw-away PostgreSQL for the run, and in it a migrated database that every test file gets a copy of; a run inside another has that one's. */
export default async function globalSetup(): Promise<void> {
  if (process.env.TEST_SERVER_URL) return;
  const server = await startThrowAwayPostgres();
  stoppers.push(() => server.stop());
  process.env.TEST_SERVER_URL = server.url;
  const admin = await new DataSource({ type: 'postgres', url: server.url }).initialize();
  await admin.query('CREATE DATABASE template_crm');
  await admin.destroy();
  const source = await new DataSource(dataSourceOptions(withDatabase(server.url, 'template_crm'))).initialize();
  await migrate(source);
  await source.destroy();
}
