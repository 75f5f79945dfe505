import { spawnSync } from 'node:child_process';
import { report } from '../reliability-config';
import { root } from '../../support/paths';

it(
  'modules are made, hold what every module must, and go without a trace',
  () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/checks/modules.mjs'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 100_000_000,
      env: { ...process.env, RELIABILITY: '' },
    });
    expect([status, status === 0 ? '' : `${stdout}${stderr}`.slice(-5000)]).toEqual([0, '']);
    report('modules', /^measured modules: (.*)$/m.exec(stdout)?.[1] ?? '');
  },
  30 * 60_000,
);
