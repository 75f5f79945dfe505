import { copyFileSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildBeforeLast, type Build } from './previous-build';
import { report, seededFault } from '../reliability-config';
import { specsForCluster, runSpecs, type Spec } from './api-suite';
import { mutantFile, root } from '../../support/paths';

/** Tests of the older suite that cannot pass on a newer schema, and why. */
const CANNOT: Record<string, string> = {
  'recount.e2e-spec.ts: equals a recount after 500 random operations, after a restore and after a rebuild':
    'restores a backup of the newer schema by the older version, which refuses it',
  'statistics.e2e-spec.ts: counts right after a restore from a backup': 'likewise',
};

let old: Build;

beforeAll(() => {
  old = buildBeforeLast();
  const main = join(old.folder, 'backend/dist/main.js');
  renameSync(main, join(old.folder, 'backend/dist/own-main.js'));
  copyFileSync(join(__dirname, 'alternating-main.cjs'), main);
  // Of the screens both have the same: that files of one version are not there in another is known, and the API is meant here.
  symlinkSync(join(root, 'frontend/dist'), join(old.folder, 'frontend/dist'));
}, 300_000);
afterAll(() => old.remove());

/** Runs tests of the older suite, as they were, against a process of each build in turn, on a database that this build has migrated; `mutants` are loaded into this build's. */
function run(specs: Spec[], mutants: string[] = []): Promise<{ passed: number; failed: string[] }> {
  writeFileSync(
    join(old.folder, 'backend/dist/newer.json'),
    JSON.stringify([...mutants, join(root, 'backend/dist/main.js')]),
  );
  return runSpecs(specs, { TEST_PROCESSES: '2', TEST_LOAD_BALANCER: 'node' }, old.folder);
}

it('gate older: the suite of the build before the last migration, against both builds in turn', async () => {
  const specs = specsForCluster(old.folder);
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
    const once = specsForCluster(old.folder).filter(({ name }) => name === 'idempotency');
    expect((await run(once, [mutantFile('keeps-idempotency-keys-per-process')])).failed).toContainEqual(
      expect.stringContaining('things once each, however often they are sent'),
    );
  },
  180_000,
);
