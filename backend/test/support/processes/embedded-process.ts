import { transformFileSync } from '@swc/core';
import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Account } from '../../../src/platform/embedded-postgres/account';
import { root } from '../paths';

const sources = join(root, 'backend/src/platform/embedded-postgres');
const cache = join(root, 'node_modules/.cache');

const program = `
  const { startEmbeddedPostgres, startThrowAwayPostgres } = require('./embedded-postgres.js');
  const dataDir = process.argv[2];
  const log = (message) => process.send?.({ log: message });
  const start = dataDir ? startEmbeddedPostgres({ dataDir, log }) : startThrowAwayPostgres();
  start.then(
    (server) => {
      process.send({ url: server.url });
      process.on('message', () => void server.stop().then(() => process.disconnect()));
    },
    (error) => process.send({ error: error.message }, () => process.disconnect()),
  );
`;

/** A process of its own that runs the embedded server, so that it can be killed. */
export interface EmbeddedProcess {
  child: ChildProcess;
  /** The server's address; rejects with the process's own message when it could not be started. */
  url: Promise<string>;
  log: string[];
  /** Asks for a clean stop and waits for the end of the process. */
  stop(): Promise<void>;
  /** Sends a signal and waits for the end of the process. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Compiles the embedded server's code, and a program that runs it, into a folder that finds the project's packages. */
export function compileEmbedded(folder = mkdtempSync(join(mkdirs(cache), 'embedded-'))): string {
  for (const name of readdirSync(sources).filter((file) => /^[a-z-]+\.ts$/.test(file))) {
    const { code } = transformFileSync(join(sources, name), {
      swcrc: false,
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      module: { type: 'commonjs' },
    });
    writeFileSync(join(folder, name.replace(/\.ts$/, '.js')), code);
  }
  writeFileSync(join(folder, 'child.cjs'), program);
  return folder;
}

function mkdirs(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The same with a copy of the packages it needs and of Node, so that any account can run it. */
export function compileEmbeddedForAll(): string {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-for-all-'));
  copyPackage('pg', createRequire(__filename), join(folder, 'node_modules'));
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  copyPackage(platform, createRequire(__filename), join(folder, 'node_modules'));
  cpSync(process.execPath, join(folder, basename(process.execPath)));
  compileEmbedded(folder);
  chmodSync(folder, 0o755);
  spawnSync('chmod', ['-R', 'a+rX', folder]);
  return folder;
}

function copyPackage(name: string, from: NodeJS.Require, target: string): void {
  let folder = dirname(from.resolve(name));
  while (!readdirSync(folder).includes('package.json') || !folder.endsWith(name)) folder = dirname(folder);
  cpSync(folder, join(target, name), { recursive: true, verbatimSymlinks: true });
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { dependencies?: object };
  const own = createRequire(join(folder, 'package.json'));
  for (const dependency of Object.keys(manifest.dependencies ?? {})) copyPackage(dependency, own, target);
}

/** Starts the compiled program on a data folder, or, without one, with a throw-away server. */
export function startProcess(compiled: string, dataDir = '', account?: Account): EmbeddedProcess {
  const copiedNode = join(compiled, basename(process.execPath));
  const child = fork(join(compiled, 'child.cjs'), [dataDir], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    cwd: '/',
    ...(account && { uid: account.uid, gid: account.gid, execPath: copiedNode }),
  });
  const log: string[] = [];
  const url = new Promise<string>((resolve, reject) => {
    child.on('message', (message: { url?: string; error?: string; log?: string }) => {
      if (message.log) log.push(message.log);
      if (message.url) resolve(message.url);
      if (message.error) reject(new Error(message.error));
    });
    child.on('exit', (code, signal) => reject(new Error(`ended with ${signal ?? code}`)));
  });
  url.catch(() => undefined); // Not every test awaits it.
  const exit = once(child, 'exit');
  const stop = async () => {
    // It may be ending already; then there is nobody to ask.
    if (child.connected) child.send('stop', () => undefined);
    await exit;
  };
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exit;
  };
  return { child, url, log, stop, kill };
}

/** The PostgreSQL processes that work below a folder (elsewhere than on Linux, only the servers themselves). */
export function postgresProcesses(folder: string): number[] {
  if (process.platform !== 'linux') {
    const lines = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' }).stdout.split('\n');
    return lines.filter((line) => line.includes('postgres -D') && line.includes(folder)).map(Number.parseInt);
  }
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
      } catch {
        return false;
      }
    });
}

/** The one server that a data folder's lock file names, if there is one. */
export function serverProcess(data: string): number | undefined {
  const file = join(data, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}
