import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from '../api';
import { dist, mutantFile } from '../paths';

const main = join(dist, 'main.js');

/** The built server in a process of its own, so that it can be killed. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** Starts it on a database, on any free port; `mutant` names a script of `mutants/` that breaks it. */
  static async start(databaseUrl: string, env: NodeJS.ProcessEnv = {}, mutant?: string): Promise<ServerProcess> {
    if (!existsSync(main)) throw new Error('Build the backend first: npm run build');
    const preload = mutant ? ['--require', mutantFile(mutant)] : [];
    const child = spawn(process.execPath, [...preload, main], {
      env: { ...process.env, DATABASE_URL: databaseUrl, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      said += chunk;
      const port = /ready at http:\/\/localhost:(\d+)/.exec(said)?.[1];
      if (port) return new ServerProcess(child, `http://127.0.0.1:${port}`);
    }
    throw new Error(`The server did not start: ${said}`);
  }

  /** A client, signed out. */
  api(): Api {
    return new Api(this.url);
  }

  /** Ends it without a word. */
  async kill(): Promise<void> {
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }
}
