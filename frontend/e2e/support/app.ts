import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { backendFile } from './database';

/** The real application in a process of its own. */
export interface App {
  url: string;
  pid: number;
  databaseUrl: string;
  stop(): Promise<void>;
}

const readyLine = /is ready at (http:[^\s"]+)/;

/** Starts the built application on a free port and answers when it says that it is ready. Webhooks lead nowhere, unless it is said where they may. */
export async function startApp(databaseUrl: string, webhookTargets = 'off'): Promise<App> {
  const child = spawn(process.execPath, [backendFile('main.js')], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      NODE_OPTIONS: '',
      WEBHOOK_TARGETS: webhookTargets,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  child.stderr?.on('data', (text: Buffer) => said.push(text.toString()));
  const url = await new Promise<string>((ready, failed) => {
    const timer = setTimeout(
      () => failed(new Error(`The application was not ready in 90 s.\n${said.join('')}`)),
      90_000,
    );
    child.once('exit', (code) => failed(new Error(`The application ended with ${code}.\n${said.join('')}`)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      said.push(`${line}\n`);
      const address = readyLine.exec(line)?.[1];
      if (!address) return;
      clearTimeout(timer);
      // By its number: Node asks a name server for the IPv6 address of a name.
      ready(address.replace('localhost', '127.0.0.1'));
    });
  }).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return { url, pid: child.pid!, databaseUrl, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await ended;
  clearTimeout(timer);
}

/** The resident memory of a process, in bytes. */
export function residentMemory(pid: number): number {
  return residentKilobytes(pid) * 1024;
}

function residentKilobytes(pid: number): number {
  if (process.platform === 'linux') {
    return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  }
  if (process.platform === 'win32') {
    const table = execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], { encoding: 'utf8' });
    return Number(table.split('","').at(-1)?.replaceAll(/\D/g, ''));
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
}
