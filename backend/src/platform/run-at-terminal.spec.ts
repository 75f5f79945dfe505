import dns from 'node:dns';
import { printedBy } from '../../test/support/command';
import { runUsers } from '../features/auth/accounts/users-command';
import { runLinks } from '../features/links/link-command';
import { runRebuild as rebuildTrends } from '../features/trends/rebuild';
import { runPurge } from '../images/purge/purge';
import { runRebuild as rebuildSearch } from '../search/rebuild/rebuild';
import { runCommand, runUpgradeDryRun } from './backup/command';
import { runAtTerminal } from './run-at-terminal';

const UNREACHABLE = 'postgres://nobody@database.invalid:1/none';

it.each<[string, () => Promise<void>]>([
  ['backup', () => runCommand('backup', ['none.gz'])],
  ['purge', () => runPurge(['images', '--unused-for', '30'])],
  ['search:rebuild', rebuildSearch],
  ['trends:rebuild', rebuildTrends],
  ['links', runLinks],
  ['users', () => runUsers(['list'], process.stdin)],
])('says why no address of the database answers: %s', async (_name, run) => {
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  const answer = (_host: string, _options: object, found: (error: null, all: object[]) => void): void =>
    process.nextTick(found, null, addresses);
  jest.spyOn(dns, 'lookup').mockImplementation(answer as never);
  const reasons = addresses.map(({ address }) => `connect ECONNREFUSED ${address}:1`);
  expect(await printedBy(UNREACHABLE, run)).toContain(reasons.join('; '));
});

it.each<[string, () => Promise<void>]>([
  ['restore', () => runCommand('restore', ['none.gz'])],
  ['backup -- --verify', () => runCommand('backup', ['--verify', 'none.gz'])],
  ['upgrade:dry-run', () => runUpgradeDryRun(['none.gz'])],
])('looks for the file before it makes or asks a database: %s', async (_name, run) => {
  expect(await printedBy(UNREACHABLE, run)).toMatch(/^There is no file .*none\.gz\.$/);
});

it('says that the database was stopped, and what to do', async () => {
  const stopped = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
  expect(await printedBy(UNREACHABLE, () => runAtTerminal(() => Promise.reject(stopped)))).toBe(
    'The database was stopped under this command: run it again.',
  );
});

it.each([
  [['--into', 'localhost/copy'], ''],
  [[], 'crm@localhost'],
])('upgrade:dry-run checks the address of its database: %j %j', async (args, variable) => {
  process.env.DRY_RUN_DATABASE_URL = variable;
  const said = await printedBy(UNREACHABLE, () => runUpgradeDryRun([__filename, ...args]));
  delete process.env.DRY_RUN_DATABASE_URL;
  expect(said).toMatch(/^DRY_RUN_DATABASE_URL, or --into, must look like postgres:/);
});
