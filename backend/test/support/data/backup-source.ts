import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restore } from '../../../src/platform/backup/restore';
import { cloneDatabase } from '../database';
import { query } from '../database-contents';

/** A backup and a restore report their progress; the tests do not show it. */
export const say = (): void => undefined;

/** For the tests of a file: a database with records to back up, and names for files that go with their folder. */
export function useBackupSource() {
  let folder: string;
  let source: string;
  let number = 0;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'backup-'));
    source = await cloneDatabase();
    await query(source, "INSERT INTO users (email, password) VALUES ('a@shop.example', 'x')");
    await query(
      source,
      String.raw`INSERT INTO problems (title, description, created_by_id) SELECT 'Problem ' || i, E'a\ttab, a \\ and\n\\.\nan end ' || chr(128663), 1 FROM generate_series(1, 500) AS i`,
    );
    // A row longer than any block.
    await query(
      source,
      "INSERT INTO images (sha256, type, bytes) SELECT repeat('0', 64), 'image/png', string_agg(sha256(i::text::bytea), '') FROM generate_series(1, 150000) AS i",
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { source: () => source, folder: () => folder, newFile: () => join(folder, `${++number}.gz`) };
}

/** The URL of a new database with what a backup holds; 'template_crm' has what a first start of the app leaves. */
export async function restored(file: string, target = 'template0'): Promise<string> {
  const url = await cloneDatabase(target);
  await restore({ url, file, say });
  return url;
}
