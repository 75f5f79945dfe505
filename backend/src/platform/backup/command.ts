import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadEnv, POSTGRES_URL, type Env } from '../../config/env';
import { withDatabase } from '../command-database';
import { startThrowAwayPostgres } from '../embedded-postgres/embedded-postgres';
import { withClient } from '../embedded-postgres/server';
import { runAtTerminal } from '../run-at-terminal';
import { backUp, records, size, summary } from './backup';
import { dryRunMigration } from './dry-run-migration';
import { restore } from './restore';

const root = resolve(__dirname, '..', '..', '..', '..');
const say = (line: string): void => console.log(line);
const shown = (path: string): string => (relative(root, path).startsWith('..') ? path : relative(root, path));
/** A file as the person at the terminal means it: npm has changed to the project's folder. */
const given = (file: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), file);

const USAGE = `npm run backup                    writes backups/<now>.gz
npm run backup -- FILE            writes FILE
npm run backup -- --verify FILE   restores FILE into a throw-away database and compares
npm run restore -- FILE           restores FILE into an empty database`;

/** What `npm run backup` and `npm run restore` do; sets the exit code and says in plain sentences how it went. */
export function runCommand(name: 'backup' | 'restore', args: string[]): Promise<void> {
  return runAtTerminal(async () => {
    const env = loadEnv(process.env);
    const [first, second] = args;
    if (name === 'restore' && args.length === 1 && !first.startsWith('-')) await runRestore(env, given(first));
    else if (name === 'backup' && first === '--verify' && args.length === 2) await runVerify(given(second));
    else if (name === 'backup' && args.length <= 1 && !first?.startsWith('-'))
      await runBackup(env, first ? given(first) : defaultFile());
    else throw new Error(USAGE);
  });
}

async function runBackup(env: Env, file: string): Promise<void> {
  await withDatabase(env, async (url) => {
    const started = Date.now();
    say(`Writing a backup to ${shown(file)}.`);
    const manifest = await backUp({ url, file, say });
    say(
      `Done in ${seconds(started)}, and read back whole. ${summary(manifest, file)}. Left out: ${manifest.leftOut.join(', ')}.`,
    );
  });
}

async function runRestore(env: Env, file: string): Promise<void> {
  expectFile(file);
  const load = async (url: string): Promise<void> => {
    const started = Date.now();
    const manifest = await restore({ url, file, say });
    say(
      `Restored in ${seconds(started)}, and read back equal. ${summary(manifest, file)}. Start the app; everyone has to sign in again.`,
    );
    const webhooks = await withClient(url, (client) =>
      client.query<{ active: number }>('SELECT count(*)::integer AS active FROM webhooks WHERE active'),
    );
    const [{ active }] = webhooks.rows;
    if (active > 0) say(`It has active webhooks: ${active}. The app posts to them, unless WEBHOOK_TARGETS=off.`);
  };
  await withDatabase(env, load, { create: true });
}

/** Before a database is made for it. */
function expectFile(file: string): void {
  if (!existsSync(file)) throw new Error(`There is no file ${shown(file)}.`);
}

async function runVerify(file: string): Promise<void> {
  expectFile(file);
  const server = await startThrowAwayPostgres();
  try {
    const started = Date.now();
    const manifest = await restore({ url: server.url, file, say });
    say(
      `Verified in ${seconds(started)}: restored into a throw-away database and read back equal. ${summary(manifest, file)}.`,
    );
  } finally {
    await server.stop();
  }
}

/**
 * What `npm run upgrade:dry-run` does: the migrations of this version on a copy made from the last backup, or the given one,
 * in a throw-away database, or in an empty one: of `DRY_RUN_DATABASE_URL`, or of `--into`, which the list of processes shows.
 * The app's own database is not even opened.
 */
export function runUpgradeDryRun(args: string[]): Promise<void> {
  return runAtTerminal(async () => {
    const { values, positionals } = parseArgs({ args, options: { into: { type: 'string' } }, allowPositionals: true });
    const file = positionals.length > 0 ? given(positionals[0]) : newestBackup();
    if (positionals.length > 1) throw new Error('npm run upgrade:dry-run -- [FILE] [--into URL]');
    const into = values.into ?? process.env.DRY_RUN_DATABASE_URL?.trim();
    if (into && !POSTGRES_URL.test(into))
      throw new Error(
        'DRY_RUN_DATABASE_URL, or --into, must look like postgres://user:password@host:5432/database: nothing was done.',
      );
    expectFile(file);
    say(`Trying the upgrade with ${shown(file)}.`);
    if (into) await runDryRunInto(into, file);
    else {
      const server = await startThrowAwayPostgres();
      await runDryRunInto(server.url, file).finally(() => server.stop());
    }
  });
}

async function runDryRunInto(url: string, file: string): Promise<void> {
  const {
    steps,
    findings,
    records: compared,
    size: [before, after],
  } = await dryRunMigration({ url, file, say });
  const total = steps.reduce((sum, { seconds }) => sum + seconds, 0);
  say(
    `${steps.length} ${steps.length === 1 ? 'migration' : 'migrations'} in ${total.toFixed(1)} s; the database went from ${size(before)} to ${size(after)}.`,
  );
  if (findings.length > 0)
    throw new Error(
      `Do not upgrade yet:\n${findings.map((finding) => `  ${finding}`).join('\n')}\nThe app's own database was not touched.`,
    );
  say(`Every value of ${records(compared)} is as it was. The app's own database was not touched.`);
}

function newestBackup(): string {
  const folder = join(root, 'backups');
  const files = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.gz'))
        .map((name) => join(folder, name))
    : [];
  if (files.length === 0) throw new Error('There is no backup in backups/ yet. Make one first: npm run backup');
  return files.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

function defaultFile(): string {
  return join(root, 'backups', `${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.gz`);
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
