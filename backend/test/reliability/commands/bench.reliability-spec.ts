import { spawnSync } from 'node:child_process';
import { root } from '../../support/paths';

function bench(...args: string[]) {
  return spawnSync(process.execPath, ['tools/commands/bench.mjs', ...args], { cwd: root, encoding: 'utf8' });
}

it(
  'the benchmark fills its database, and the app answers on it as the baseline does',
  () => {
    const { status, stdout, stderr } = bench('--size', '1k', '--only', 'search, few hits', '--rounds', '1');
    expect([status, status === 0 ? '' : stderr.slice(-3000)]).toEqual([0, '']);
    expect(stdout).toMatch(/\| search, few hits \| 32 \|/);
  },
  3 * 60_000,
);

it('the benchmark refuses a size that it does not have', () => {
  const { status, stderr } = bench('--size', '10k');
  expect([status, stderr]).toEqual([2, '--size is one of 1k, 100k, 1M, 3M.\n']);
});
