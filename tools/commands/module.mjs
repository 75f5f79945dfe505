// npm run new:module -- returns [--thread], npm run remove:module -- returns: the generators in tools/generators/module, by Nx.
import { spawnSync } from 'node:child_process';
import { refuseLostOptions } from '../lib/npm-options.mjs';
import { nx, nxEnvironment, prepare, root } from '../lib/setup.mjs';

const OPTIONS = {
  new: ['dry-run', 'dryRun', 'singular', 'title', 'titles', 'key'],
  remove: ['dry-run', 'dryRun', 'applied'],
};

const [generator, ...args] = process.argv.slice(2);
refuseLostOptions(OPTIONS[generator], args);
await prepare({ built: false });
// Of the options before `--`, which npm takes for its own, the one that changes nothing but what is made.
if (process.env.npm_config_thread && !args.includes('--thread')) args.push('--thread');
const interactive = process.stdin.isTTY && args.length === 0 ? [] : ['--no-interactive'];
const { status } = spawnSync(
  process.execPath,
  [nx, 'generate', `./tools/generators/module:${generator}`, ...args, ...interactive],
  { cwd: root, stdio: 'inherit', env: nxEnvironment() },
);
process.exitCode = status ?? 1;
