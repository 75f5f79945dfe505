import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

/** The environment variable by which the run tells its workers where PostgreSQL is. */
export const serverUrlVariable = 'E2E_POSTGRES_URL';

/** The migrated, empty database that every worker's own is cloned from. */
export const templateDatabase = 'e2e_template';

/** The path of a file of the built backend. */
export function backendFile(name: string): string {
  return resolve(dirname(fileURLToPath(import.meta.url)), '../../../backend/dist', name);
}

/** Runs one statement on the database at `url` and answers its rows. */
export async function sql<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Creates a database, as a copy of `template` if one is named, and answers its URL. */
export async function createDatabase(name: string, template?: string): Promise<string> {
  const server = process.env[serverUrlVariable];
  if (!server) throw new Error(`${serverUrlVariable} is not set: run the tests through playwright.config.mjs`);
  await sql(server, `create database "${name}"${template ? ` template "${template}"` : ''}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
