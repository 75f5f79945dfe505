import { copyFileSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildBeforeLast, type Build } from './cluster/build-before';
import { report, seededFault } from './gates';
import { behindFront, runSpecs, type Spec } from './suite';

/** Tests of the older suite that cannot pass on a newer schema, and why. */
const CANNOT: Record<string, string> = {
  'recount.e2e-spec.ts: equals a recount after 500 random operations, after a restore and after a rebuild':
    'restores a backup of the newer schema by the older version, which refuses it',
  'statistics.e2e-spec.ts: counts right after a restore from a backup': 'likewise',
};

const root = join(__dirname, '../..');
let old: Build;

beforeAll(() => {
  old = buildBeforeLast();
  const main = join(old.folder, 'backend/dist/main.js');
  renameSync(main, join(old.folder, 'backend/dist/own-main.js'));
  copyFileSync(join(__dirname, 'cluster/either-main.cjs'), main);
  // Of the screens both have the same: that files of one version are not there in another is known, and the API is meant here.
  symlinkSync(join(root, 'frontend/dist'), join(old.folder, 'frontend/dist'));
}, 300_000);
afterAll(() => old.remove());

/** Runs tests of the older suite, as they were, against a process of each build in turn, on a database that this build has migrated; `faults` are loaded into this build's. */
function run(specs: Spec[], faults: string[] = []): Promise<{ passed: number; failed: string[] }> {
  writeFileSync(
    join(old.folder, 'backend/dist/newer.json'),
    JSON.stringify([...faults, join(root, 'backend/dist/main.js')]),
  );
  return runSpecs(specs, { TEST_PROCESSES: '2', TEST_FRONT: 'node' }, old.folder);
}

it('gate older: the suite of the build before the last migration, against both builds in turn', async () => {
  const specs = behindFront(old.folder);
  const { passed, failed } = await run(specs);
  const processes = readdirSync(join(old.folder, 'backend/dist')).filter((name) => name.startsWith('turn-')).length;
  report(
    'older',
    `${passed} tests of ${specs.length} files of ${old.commit}, ${old.behind} migration(s) behind, against ${processes} processes, every second of them this build; ${failed.length} failed, ${failed.filter((name) => name in CANNOT).length} of them must`,
  );
  expect([...failed].sort()).toEqual(Object.keys(CANNOT).sort());
  expect(passed).toBeGreaterThan(300);
  expect(processes).toBeGreaterThan(50);
}, 3_600_000);

seededFault(
  'older',
  'a new version that keeps the keys of once-only requests elsewhere',
  async () => {
    const once = behindFront(old.folder).filter(({ name }) => name === 'once');
    expect((await run(once, [join(__dirname, 'faults/own-keys.cjs')])).failed).toContainEqual(
      expect.stringContaining('things once each, however often they are sent'),
    );
  },
  180_000,
);
