import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { DataSource, QueryRunner } from 'typeorm';

const FOLDER = join(__dirname, 'schema');

/** A file of `schema/`: functions or triggers in their present form, each as `CREATE OR REPLACE`. */
export interface SchemaFile {
  path: string;
  sql: string;
  checksum: string;
}

/** All of them, in the order in which they are applied. */
export function schemaFiles(): SchemaFile[] {
  const paths = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.sql'));
  return paths
    .map((path) => path.split(sep).join('/'))
    .sort()
    .map((path) => {
      const sql = readFileSync(join(FOLDER, path), 'utf8');
      return { path, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** The files that this database does not have in their present form. */
export async function changedFiles(source: Pick<DataSource, 'query'>): Promise<SchemaFile[]> {
  const applied = await source.query<SchemaFile[]>('SELECT path, checksum FROM schema_files');
  return schemaFiles().filter(
    ({ path, checksum }) => !applied.some((one) => one.path === path && one.checksum === checksum),
  );
}

/** Applies the functions that have changed, and returns how many files those are. Those over the rows of one table are in `record-types.sql`. */
export function applyFunctions(runner: QueryRunner): Promise<number> {
  return applyFiles(runner, ({ path }) => path.startsWith('functions/'));
}

/** Applies the triggers and record types that have changed, and returns how many files those are. */
export function applyTriggers(runner: QueryRunner): Promise<number> {
  return applyFiles(runner, ({ path }) => !path.startsWith('functions/'));
}

/** In one transaction: nobody sees a part of them. */
async function applyFiles(runner: QueryRunner, isWanted: (file: SchemaFile) => boolean): Promise<number> {
  await runner.query('CREATE TABLE IF NOT EXISTS schema_files (path text PRIMARY KEY, checksum text NOT NULL)');
  const changed = (await changedFiles(runner)).filter(isWanted);
  if (changed.length === 0) return 0;
  await runner.startTransaction();
  try {
    // A function may call one of a later file.
    await runner.query('SET LOCAL check_function_bodies = off');
    for (const file of changed) await applyFile(runner, file);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
  return changed.length;
}

async function applyFile(runner: QueryRunner, { path, sql, checksum }: SchemaFile): Promise<void> {
  await runner.query(sql).catch((error: Error) => {
    throw new Error(`${path}: ${error.message}`, { cause: error });
  });
  await runner.query(
    'INSERT INTO schema_files VALUES ($1, $2) ON CONFLICT (path) DO UPDATE SET checksum = excluded.checksum',
    [path, checksum],
  );
}
