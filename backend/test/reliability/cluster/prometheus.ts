import { execFile } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../src/platform/embedded-postgres/server';
import { debian, makeFolder, Program, writeFor } from './programs';
import { root } from '../../support/paths';

/** How long Prometheus may take to be ready, ms. */
const LONGEST_START = 30_000;

/** What a query answers: its series, each with its last number. */
export type Series = { metric: Record<string, string>; value: [number, string] }[];

interface Rule {
  name: string;
  query: string;
  health: string;
  lastError?: string;
  state: 'inactive' | 'pending' | 'firing';
}

/** Runs Debian's promtool; answers what it printed, or throws it. */
export function promtool(args: string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile('promtool', args, { cwd: root, env: debian(['prometheus']) }, (error, stdout, stderr) =>
      error ? reject(new Error(stdout + stderr)) : resolve(stdout + stderr),
    );
    child.stdin?.end(input);
  });
}

/** Debian's Prometheus on loopback, set up as docs/metrics.md shows, with the rules of deploy/, once a second. */
export class Prometheus {
  private constructor(
    private readonly program: Program,
    private readonly folder: string,
    private readonly url: string,
  ) {}

  static async start(targets: string[], token: string): Promise<Prometheus> {
    const folder = makeFolder();
    cpSync(join(root, 'deploy/prometheus'), join(folder, 'rules'), { recursive: true });
    const config = `global: { scrape_interval: 1s, evaluation_interval: 1s }\nrule_files: [rules/alerts.yml]\n${scrapeConfig(targets, writeFor(folder, 'token', token))}`;
    const file = writeFor(folder, 'prometheus.yml', config);
    await promtool(['check', 'config', file]);
    const port = await freePort();
    const program = new Program(
      'prometheus',
      [
        `--config.file=${file}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { env: debian(['prometheus']), cwd: folder },
    );
    const prometheus = new Prometheus(program, folder, `http://127.0.0.1:${port}`);
    for (const end = Date.now() + LONGEST_START; program.isAlive && Date.now() < end; await sleep(100)) {
      if ((await fetch(`${prometheus.url}/-/ready`).catch(() => undefined))?.ok) return prometheus;
    }
    await prometheus.stop();
    throw new Error(`Prometheus does not serve. It said: ${program.said}`);
  }

  async query(expression: string): Promise<Series> {
    return (await this.get<{ result: Series }>(`query?query=${encodeURIComponent(expression)}`)).result;
  }

  async rules(): Promise<Rule[]> {
    return (await this.get<{ groups: { rules: Rule[] }[] }>('rules')).groups.flatMap(({ rules }) => rules);
  }

  /** Asks until the answer is what is wanted, for a minute; answers the last. */
  async until<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
    for (const end = Date.now() + 60_000; ; await sleep(250)) {
      const answer = await ask();
      if (isWanted(answer) || Date.now() > end) return answer;
    }
  }

  async stop(): Promise<void> {
    await this.program.stop();
    rmSync(this.folder, { recursive: true });
  }

  private async get<T>(path: string): Promise<T> {
    const { data, error } = (await (await fetch(`${this.url}/api/v1/${path}`)).json()) as { data: T; error?: string };
    if (error) throw new Error(`${path}: ${error}`);
    return data;
  }
}

/** The example of docs/metrics.md with these processes and this file in it. */
function scrapeConfig(targets: string[], tokenFile: string): string {
  const [, example = ''] =
    /```yaml\n(scrape_configs:[\s\S]*?)```/.exec(readFileSync(join(root, 'docs/metrics.md'), 'utf8')) ?? [];
  const edited = example
    .replace(/targets: \[.*?\]/, () => `targets: [${targets.join(', ')}]`)
    .replace(/credentials_file: \S+/, () => `credentials_file: ${tokenFile}`);
  if (!edited.includes(targets[0]) || !edited.includes(tokenFile))
    throw new Error('docs/metrics.md has no scrape_configs with targets and credentials_file');
  return edited;
}

/** The expressions of the dashboard, with windows of a few seconds where Grafana puts its own. */
export function dashboardExpressions(): string[] {
  const { panels } = JSON.parse(readFileSync(join(root, 'deploy/grafana/dashboard.json'), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '10s')));
}

/** Each metric with its labels that an expression asks for. */
export function selectorsIn(expression: string): string[] {
  return [...expression.matchAll(/\b(?:up|(?:crm|http|nodejs|process)_\w+)(?:\{[^}]*\})?/g)].map(
    ([selector]) => selector,
  );
}
