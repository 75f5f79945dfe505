// npm run new:module -- returns [--thread], npm run remove:module -- returns: the generators in tools/generators/module, by Nx.
import { spawnSync } from 'node:child_process';
import { nx, nxEnvironment, prepare, root } from '../lib/setup.mjs';

const [generator, ...args] = process.argv.slice(2);
await prepare({ built: false });
// npm takes flags before `--` for its own, and hands them on this way.
if (process.env.npm_config_thread && !args.includes('--thread')) args.push('--thread');
const interactive = process.stdin.isTTY && args.length === 0 ? [] : ['--no-interactive'];
const { status } = spawnSync(
  process.execPath,
  [nx, 'generate', `./tools/generators/module:${generator}`, ...args, ...interactive],
  { cwd: root, stdio: 'inherit', env: nxEnvironment() },
);
process.exitCode = status ?? 1;
