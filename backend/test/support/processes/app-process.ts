import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../src/platform/embedded-postgres/server';
import { dist, mutantFile } from '../paths';

const ownMain = join(dist, 'main.js');

/** The built app in a process of its own. */
export interface AppProcess {
  url: string;
  child: ChildProcess;
  /** What it has printed so far, line by line. */
  said: string[];
  /** Resolves when it says that it is ready; rejects when it ends before. */
  ready: Promise<void>;
  /** Resolves with its exit code, or its signal, when it has ended. */
  ended: Promise<number | string>;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<number | string>;
}

/** Starts the built app, this one or another, on `env.PORT` or a free one; `mutant` names a script of `mutants/` that breaks it. */
export async function startProcess({
  env,
  mutant,
  main = ownMain,
}: {
  env: NodeJS.ProcessEnv;
  mutant?: string;
  main?: string;
}): Promise<AppProcess> {
  if (!existsSync(main)) throw new Error('The backend is not built: npm run build');
  // Outgoing connections have higher ones: one of them could take it before the app listens.
  const port = Number(env.PORT ?? (await freePort(randomInt(20_000, 32_000))));
  const preload = mutant ? ['--require', mutantFile(mutant)] : [];
  const child = spawn(process.execPath, [...preload, main], {
    env: { PATH: process.env.PATH, LOG_FORMAT: 'json', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const ended = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code ?? 0)),
  );
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        said.push(...text.toString().split('\n').filter(Boolean));
        if (said.some((line) => line.includes('is ready at'))) resolve();
      });
    }
    void ended.then((how) => reject(new Error(`ended with ${how}: ${said.join('\n')}`)));
  });
  ready.catch(() => undefined);
  const stop = (): Promise<number | string> => {
    child.kill('SIGTERM');
    return ended;
  };
  return { url: `http://127.0.0.1:${port}`, child, said, ready, ended, stop };
}
