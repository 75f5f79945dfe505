import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compileEmbedded, compileEmbeddedForAll, startProcess } from '../../../test/support/processes/embedded-process';
import { canEnter, isRoot, unprivilegedAccount } from './account';
import { systemFolder } from './binaries';
import { openHome } from './home';
import { withClient } from './server';

async function runOnce(
  compiled: string,
  dataDir: string,
  account?: ReturnType<typeof unprivilegedAccount>,
): Promise<void> {
  const server = startProcess(compiled, dataDir, account);
  const { rows } = await withClient(await server.url, (client) => client.query('SELECT 1 AS one'));
  expect(rows).toEqual([{ one: 1 }]);
  await server.stop();
  expect(server.child.exitCode).toBe(0);
}

// Whole servers are made, killed and recovered here, on whatever machine this is.
jest.setTimeout(60_000);

describe('The folder of the embedded PostgreSQL', () => {
  let compiled: string;
  let folder: string;
  let dataDir: string;

  beforeAll(() => (compiled = isRoot() ? compileEmbeddedForAll() : compileEmbedded()));
  afterAll(() => rmSync(compiled, { recursive: true, force: true }));
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'home-'));
    dataDir = join(folder, 'data');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('works below a folder that nobody else may enter', async () => {
    chmodSync(folder, 0o700);
    await runOnce(compiled, dataDir);
    await runOnce(compiled, dataDir);
    const link = join(dataDir, 'postgres');
    expect(lstatSync(link).isSymbolicLink()).toBe(isRoot());
    const home = realpathSync(link);
    expect(dirname(home)).toBe(isRoot() ? systemFolder : realpathSync(dataDir));
    expect(statSync(join(home, 'data')).mode & 0o777).toBe(0o700);
    rmSync(home, { recursive: true });
  });

  it('lies where it is asked to when the account of PostgreSQL may go there', async () => {
    chmodSync(folder, 0o755);
    await runOnce(compiled, dataDir);
    const data = realpathSync(join(dataDir, 'postgres', 'data'));
    expect(data).toBe(join(realpathSync(folder), 'data', 'postgres', 'data'));
    expect(statSync(data).uid).toBe(isRoot() ? unprivilegedAccount().uid : process.getuid?.());
  });

  it('serves an ordinary user, and root after that, who leaves it usable for the user', async () => {
    const user = isRoot() ? { name: 'nobody', uid: 65534, gid: 65534 } : undefined;
    mkdirSync(dataDir, { mode: 0o700 });
    if (user) for (const path of [folder, dataDir]) chownSync(path, user.uid, user.gid);
    await runOnce(compiled, dataDir, user);
    await runOnce(compiled, dataDir);
    await runOnce(compiled, dataDir, user);
    expect(lstatSync(join(dataDir, 'postgres')).isSymbolicLink()).toBe(false);
  });

  it('says so when it has gone from where the link points', () => {
    chmodSync(folder, 0o700);
    const { folder: home } = openHome(dataDir);
    rmSync(home, { recursive: true });
    if (isRoot()) expect(() => openHome(dataDir)).toThrow(/points to a folder that is not there any more/);
    else expect(openHome(dataDir).folder).toBe(home);
  });

  it('is refused to a user it does not belong to', async () => {
    if (isRoot()) {
      chmodSync(folder, 0o755);
      const { folder: home } = openHome(dataDir);
      const stranger = startProcess(compiled, dataDir, { name: 'nobody', uid: 65534, gid: 65534 });
      await expect(stranger.url).rejects.toThrow(`The data folder ${home} belongs to another user (root)`);
      await stranger.stop();
    } else {
      mkdirSync(dataDir, { mode: 0o500 });
      expect(() => openHome(dataDir)).toThrow(/failed: this account may not do that there/);
    }
  });

  it('is looked for along every parent', () => {
    const stranger = { name: 'stranger', uid: 54321, gid: 54321 };
    const inner = join(folder, 'inner');
    mkdirSync(inner, { mode: 0o755 });
    chmodSync(folder, 0o755);
    expect(canEnter(stranger, inner)).toBe(true);
    chmodSync(folder, 0o700);
    expect(canEnter(stranger, inner)).toBe(false);
  });
});
