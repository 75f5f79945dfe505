import { spawnSync } from 'node:child_process';
import { root } from '../../support/paths';

it(
  'the benchmark fills its database, and the app answers on it as the baseline does',
  () => {
    const args = ['--size', '1k', '--only', 'search, few hits', '--rounds', '1'];
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/commands/bench.mjs', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([status, status === 0 ? '' : stderr.slice(-3000)]).toEqual([0, '']);
    expect(stdout).toMatch(/\| search, few hits \| 32 \|/);
  },
  3 * 60_000,
);
