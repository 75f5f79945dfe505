import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';

/** One secret of this name for all processes on this database: the first process that asks makes it. */
export async function keptSecret(source: DataSource, name: string): Promise<string> {
  await source.query('INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    name,
    randomBytes(32).toString('base64url'),
  ]);
  const [{ value }] = await source.query<{ value: string }[]>('SELECT value FROM secrets WHERE name = $1', [name]);
  return value;
}
