import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../support/paths';

const migrations = 'backend/src/database/migrations';
const known = readdirSync(join(root, migrations)).sort();

/** The app as it was before a migration came, built in a throw-away folder. */
export interface Build {
  folder: string;
  main: string;
  commit: string;
  /** How many migrations it does not know. */
  behind: number;
  remove(): void;
}

const run = (program: string, args: string[], cwd: string): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** Builds the backend of the commit before the one that brought the newest migration; needs the history in git. */
export function buildBeforeNewest(): Build {
  return buildBefore(`${migrations}/${known.at(-1)}`);
}

/** Builds that of the commit before the one that brought a migration last, whichever its number. */
export function buildBeforeLast(): Build {
  return buildBefore(migrations);
}

function buildBefore(path: string): Build {
  const brought = run('git', ['log', '-m', '--first-parent', '--diff-filter=A', '--format=%H', '-1', '--', path], root);
  if (!brought) throw new Error(`git does not know when ${path} came: commit it, and clone with the whole history`);
  const commit = run('git', ['rev-parse', '--short', `${brought}^1`], root);
  const folder = mkdtempSync(join(tmpdir(), 'before-'));
  run('git', ['clone', '--quiet', '--shared', '--no-checkout', root, folder], root);
  run('git', ['checkout', '--quiet', commit], folder);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const hasScript = existsSync(join(folder, 'backend/build.mjs'));
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'backend/tsconfig.build.json'];
  run(process.execPath, hasScript ? ['backend/build.mjs'] : tsc, folder);
  const before = readdirSync(join(folder, migrations));
  return {
    folder,
    main: join(folder, 'backend/dist/main.js'),
    commit,
    behind: known.length - before.length,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
