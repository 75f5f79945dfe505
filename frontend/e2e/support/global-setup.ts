import { createRequire } from 'node:module';
import { startApp } from './app';
import { backendFile, createDatabase, serverUrlVariable, templateDatabase } from './database';

interface PostgresStarter {
  startThrowAwayPostgres(): Promise<{ url: string; stop(): Promise<void> }>;
}

/** Starts one throw-away PostgreSQL for the run and migrates a template in it, by the real application. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const load = createRequire(import.meta.url);
  const starter = load(backendFile('platform/embedded-postgres/embedded-postgres.js')) as PostgresStarter;
  const server = await starter.startThrowAwayPostgres();
  try {
    process.env[serverUrlVariable] = server.url;
    const url = await createDatabase(templateDatabase);
    await (await startApp(url)).stop();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return () => server.stop();
}
