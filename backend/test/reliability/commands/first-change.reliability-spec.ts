import { spawnSync } from 'node:child_process';
import { root } from '../../support/paths';
import { report } from '../reliability-config';

it(
  'the change of docs/first-change.md works as the page says',
  () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/checks/first-change.mjs'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    });
    expect([status, status === 0 ? '' : `${stdout}${stderr}`.slice(-5000)]).toEqual([0, '']);
    report('first-change', /^measured first-change: (.*)$/m.exec(stdout)?.[1] ?? '');
  },
  10 * 60_000,
);
