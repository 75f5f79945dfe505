import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** What the end of the run must stop; shared by set-up and tear-down, which run in one process. */
export const stoppers: (() => Promise<void>)[] = ((
  globalThis as { testStoppers?: (() => Promise<void>)[] }
).testStoppers ??= []);

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** A migrated database of its own for one test file, cloned from the template. */
export async function cloneDatabase(template = 'template_crm'): Promise<string> {
  const server = process.env.TEST_SERVER_URL;
  if (!server)
    throw new Error('The tests are started by Jest with backend/jest.config.cjs, which starts PostgreSQL first.');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    // Two test files may clone at the same time, and PostgreSQL wants nobody else on the template.
    await client.query('SELECT pg_advisory_lock(1)');
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  } finally {
    await client.end();
  }
  return withDatabase(server, name);
}
