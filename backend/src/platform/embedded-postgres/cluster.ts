import { spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Account } from './account';
import { program, programEnvironment, type PostgresBinaries } from './binaries';
import { atProcessEnd } from './exit';
import { explained, syncFolder } from './files';
import { endLeftovers, killGroupSync } from './processes';

/** The name of the database the app uses, and of its account there. */
export const databaseName = 'ecom_crm';

/** How a new data folder ("cluster") is made. */
export interface ClusterOptions {
  binaries: PostgresBinaries;
  account: Account | undefined;
  /** The data folder to make; its parent must exist. */
  data: string;
  password: string;
  /** The superuser; where it is not the account of the app, that account only owns its database. Both have the password. */
  superuser?: string;
  /** Further arguments of initdb. */
  extra?: string[];
}

// The same encoding, order and letter cases on every machine, whatever its locales.
const fixedLocale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];

const noRoom = /No space left on device|Check free disk space/;

/** Runs one of PostgreSQL's programs to its end. */
function run(
  name: 'initdb' | 'postgres',
  args: string[],
  { options, draft, passwordFile, input = '' }: Draft & { input?: string },
): Promise<void> {
  const { binaries, account } = options;
  const child = spawn(program(binaries, name), args, {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: '/',
    env: programEnvironment(),
    // A group of its own, so that it and what it starts can be ended together.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // It may end before it has read all; its exit code tells.
  child.stdin.on('error', () => undefined).end(input);
  const callOff = atProcessEnd(() => {
    if (child.pid) killGroupSync(child.pid, draft);
    for (const path of [draft, passwordFile]) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise<void>((resolve, reject) => {
    child.on('error', (error) => reject(explained(error, `Running PostgreSQL's ${name}`)));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve();
      if (noRoom.test(output))
        return reject(
          new Error(
            `PostgreSQL could not prepare its data folder ${options.data}: the disk is full. Free some space and start again.`,
          ),
        );
      const lines = output.replaceAll(options.password, '…').trim().split('\n').slice(-8).join('\n');
      reject(new Error(`PostgreSQL could not prepare its data folder ${options.data} (${signal ?? code}):\n${lines}`));
    });
  }).finally(callOff);
}

interface Draft {
  options: ClusterOptions;
  draft: string;
  passwordFile: string;
}

async function fill(made: Draft): Promise<void> {
  const { options, draft, passwordFile } = made;
  const { superuser = databaseName, password, extra = [] } = options;
  const access = ['-U', superuser, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256'];
  await run(
    'initdb',
    ['-D', draft, ...access, '--data-checksums', ...fixedLocale, '--no-instructions', ...extra],
    made,
  );
  if (superuser === databaseName) return;
  const input = `CREATE ROLE ${databaseName} LOGIN PASSWORD '${password}';\nCREATE DATABASE ${databaseName} OWNER ${databaseName};\n`;
  await run('postgres', ['--single', '-D', draft, '-c', 'exit_on_error=on', 'postgres'], { ...made, input });
}

/** Makes a data folder next to its final place and renames it when complete, so that none is ever left half made. */
export async function createCluster(options: ClusterOptions): Promise<void> {
  const { account, data, password } = options;
  const draft = mkdtempSync(`${data}.new-`);
  const passwordFile = `${draft}.password`;
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid);
    await fill({ options, draft, passwordFile });
    renameSync(draft, data);
    syncFolder(dirname(data));
  } catch (error) {
    rmSync(draft, { recursive: true, force: true, maxRetries: 3 });
    throw explained(error, `Preparing the data folder ${data}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Removes what a killed run left next to the data folder. */
export async function removeDrafts(data: string): Promise<void> {
  for (const name of readdirSync(dirname(data))) {
    const path = join(dirname(data), name);
    if (!path.startsWith(`${data}.new-`)) continue;
    await endLeftovers(path, () => undefined);
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Refuses a data folder that another major version of PostgreSQL has written. */
export function checkMajorVersion(data: string, major: number): void {
  const file = join(data, 'PG_VERSION');
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  if (found === String(major)) return;
  const what = found ? `was written by PostgreSQL ${found}` : 'holds no PostgreSQL database';
  throw new Error(
    `The data folder ${data} ${what}, but this version of the app brings PostgreSQL ${major}. Nothing in it has been ` +
      'changed. Go back to the version of the app that wrote it, set DATA_DIR to another folder to start empty, or run ' +
      `a PostgreSQL ${found ?? 'server'} on it yourself and give its address in DATABASE_URL.`,
  );
}
