/**
 * Debian's packages, used without installing them: `node tools/lib/debian.mjs haproxy nginx` fetches the missing
 * ones with what they need, unpacks them into a folder of this account, and prints the environment in which their
 * programs run, as JSON. For the reliability suites; needs Debian with its lists of packages.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Nobody else may write here, and the account that PostgreSQL runs as under root can read it. */
const cache =
  process.getuid() === 0
    ? '/var/cache/ecom-crm'
    : join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ecom-crm');
const system = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

const names = process.argv.slice(2);
const packages = missing(names);
const folder = packages.length > 0 ? unpacked(packages) : '/';
console.log(JSON.stringify(environment(folder)));

/** Runs one of Debian's programs; apt checks the signatures of what it fetches. */
function run(program, args, options) {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options });
  } catch (error) {
    console.error(
      `This takes Debian's packages ${names.join(', ')}; on Debian, run "apt-get update" as root and try again. ${program}: ${error.stderr || error.message}`,
    );
    process.exit(1);
  }
}

/** What an installation would add, as `name=version`. What it would only bring up to date has its old version in brackets. */
function missing(wanted) {
  const plan = run('apt-get', ['install', '--simulate', '--no-install-recommends', ...wanted]);
  return [...plan.matchAll(/^Inst (\S+) \((\S+)/gm)].map(([, name, version]) => `${name}=${version}`);
}

/** The folder with these packages in it, made once. */
function unpacked(wanted) {
  const folder = join(cache, createHash('sha256').update(wanted.sort().join(' ')).digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true, mode: 0o755 });
  const draft = mkdtempSync(join(cache, 'draft-'));
  const root = join(draft, 'root');
  run('apt-get', ['download', '-o', 'APT::Sandbox::User=root', ...wanted], { cwd: draft });
  for (const file of readdirSync(draft).filter((name) => name.endsWith('.deb')))
    run('dpkg-deb', ['--extract', join(draft, file), root]);
  if (!existsSync(folder)) renameSync(root, folder);
  rmSync(draft, { recursive: true });
  return folder;
}

function environment(root) {
  const libraries = join(root, 'usr/lib');
  const native = (existsSync(libraries) ? readdirSync(libraries) : [])
    .filter((name) => name.includes('-linux-'))
    .map((name) => join(libraries, name));
  const own = ['usr/sbin', 'usr/bin'].map((path) => join(root, path));
  return {
    PATH: [...own, ...system].join(':'),
    LD_LIBRARY_PATH: native.join(':'),
    PYTHONPATH: join(libraries, 'python3/dist-packages'),
    LANG: 'C.UTF-8',
  };
}
