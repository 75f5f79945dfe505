import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { loadEnv } from '../../config/env';
import { size } from '../../platform/backup/backup';
import { COMMAND_NAME, withDatabase } from '../../platform/command-database';
import { prepareSession } from '../../platform/backup/tables';
import { withClient } from '../../platform/embedded-postgres/server';
import { runAtTerminal } from '../../platform/run-at-terminal';

const USAGE = `npm run purge -- images --unused-for DAYS [--dry-run]
  removes the images that no record has shown for so many days; the history keeps all the rest`;
/** Images removed in one transaction. */
const BATCH = 100;
/** Days are $1. An upload that no record has used stays for a day: the form that sent it may still be open. */
const IS_OLD = 'uploaded_at < now() - make_interval(days => greatest($1, CASE WHEN images.uses = 0 THEN 1 ELSE 0 END))';

interface UnusedImage {
  sha256: string;
  uses: number;
  bytes: number;
}

/** What `npm run purge` does; sets the exit code and reports in plain sentences. */
export function runPurge(args: string[]): Promise<void> {
  return runAtTerminal(async () => {
    const { days, dryRun } = readArgs(args);
    await withDatabase(loadEnv(process.env), (url) => purgeImages(url, days, dryRun));
  });
}

function readArgs(args: string[]): { days: number; dryRun: boolean } {
  try {
    const options = { 'unused-for': { type: 'string' }, 'dry-run': { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const days = values['unused-for'] ?? '';
    if (positionals.join() === 'images' && /^\d{1,5}$/.test(days))
      return { days: Number(days), dryRun: values['dry-run'] };
  } catch {
    // An unknown option.
  }
  throw new Error(USAGE);
}

/** Removes the bytes of images that no record has shown for so many days, in small steps while the app runs. */
async function purgeImages(url: string, days: number, dryRun: boolean): Promise<void> {
  await withClient(
    url,
    async (client) => {
      await prepareSession(client);
      const unused = await readUnused(client, days);
      if (dryRun) return say('would be removed', unused.length, unused);
      const removed: { bytes: number }[] = [];
      for (let first = 0; first < unused.length; first += BATCH)
        removed.push(...(await remove(client, unused.slice(first, first + BATCH), days)));
      // Gives the room back: to the system at the end of the table, else to images that come.
      if (removed.length > 0) await client.query('VACUUM images');
      say('removed', removed.length, removed);
    },
    COMMAND_NAME,
  );
}

function say(verb: string, count: number, images: { bytes: number }[]): void {
  const bytes = images.reduce((sum, image) => sum + image.bytes, 0);
  console.log(`${count} ${count === 1 ? 'image' : 'images'} ${verb}: ${size(bytes)}.`);
}

async function readUnused(client: Client, days: number): Promise<UnusedImage[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgfoid = 'count_image_uses'::regproc",
  );
  const shown = tables.map(({ name }) => `SELECT image_hashes(images) AS hash FROM ${name}`);
  const logged = ['before', 'after'].map(
    (row) =>
      `SELECT image_hashes((${row} -> 'images')::jsonb) FROM changes
       WHERE at >= now() - make_interval(days => $1) AND json_typeof(${row} -> 'images') = 'array'`,
  );
  const unused = `
    SELECT sha256, uses, octet_length(bytes) AS bytes FROM images
    WHERE ${IS_OLD}
      AND NOT EXISTS (SELECT FROM (${[...shown, ...logged].join(' UNION ')}) AS named (hash) WHERE hash = sha256)
    ORDER BY uploaded_at`;
  return (await client.query<UnusedImage>(unused, [days])).rows;
}

/** An image that has been used or uploaded since it was found stays: each use in a record and in the log raises `uses`. */
async function remove(client: Client, images: UnusedImage[], days: number): Promise<{ bytes: number }[]> {
  const removal = `DELETE FROM images USING unnest($2::text[], $3::integer[]) AS found (sha256, uses)
    WHERE images.sha256 = found.sha256 AND images.uses = found.uses AND ${IS_OLD}
    RETURNING octet_length(bytes) AS bytes`;
  const hashes = images.map(({ sha256 }) => sha256);
  const uses = images.map((image) => image.uses);
  return (await client.query<{ bytes: number }>(removal, [days, hashes, uses])).rows;
}
