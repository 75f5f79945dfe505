import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/paths';

const tools = join(root, 'tools');
const folder = mkdtempSync(join(tmpdir(), 'bench-spec-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program that prints JSON; the tools are ES modules, which Jest does not load. */
function evaluated(program: string): unknown {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: tools,
    encoding: 'utf8',
  });
  if (stderr) throw new Error(stderr);
  return JSON.parse(stdout);
}

function compare(before: object, after: object) {
  const files = [before, after].map((result, index) => {
    const file = join(folder, `${index}.json`);
    writeFileSync(file, JSON.stringify({ size: '100k', ...result }));
    return file;
  });
  return spawnSync(process.execPath, [join(tools, 'commands/bench-compare.mjs'), ...files], { encoding: 'utf8' });
}

const result = (cpuRatio: number, speedRatio = 0.5, atBest = {}) => ({
  operations: [1, 32].map((connections) => ({
    operation: 'product by id',
    connections,
    app: { cpuRatio, speedRatio, cpuAtBest: cpuRatio, speedAtBest: speedRatio, ...atBest },
  })),
});

it('takes medians of rounds, and percentiles by rank', () => {
  const program = `
    import { median, percentile, summary } from './bench/figures.mjs';
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    const round = (app, floor) => ({ app: { cpu: app, perSecond: 1 }, floor: { cpu: floor, perSecond: 2 } });
    console.log(JSON.stringify([median([3, 1, 2]), median([4, 1, 2, 3]), percentile(hundred, 0.5), percentile(hundred, 0.99), percentile([7], 0.99), summary([round(4, 2), round(90, 9), round(3, 1)], 'app').cpuRatio, summary([round(4, 2), round(90, 9), round(3, 1)], 'app').cpuAtBest]));`;
  expect(evaluated(program)).toEqual([2, 2.5, 50, 99, 7, 3, 2]);
});

it('lets a quarter of the rounds disagree, of processor time as of throughput', () => {
  const program = `
    import { summary } from './bench/figures.mjs';
    const rounds = (count) => Array.from({ length: count }, (_, index) => ({ app: { cpu: index + 1, perSecond: index + 1 }, floor: { cpu: 1, perSecond: 1 } }));
    const bests = [3, 4, 5, 8].map((count) => summary(rounds(count), 'app'));
    console.log(JSON.stringify(bests.map(({ cpuAtBest, speedAtBest }) => [cpuAtBest, speedAtBest])));`;
  expect(evaluated(program)).toEqual([
    [1, 3],
    [2, 3],
    [2, 4],
    [3, 6],
  ]);
});

it('takes two different words of a name, whatever is drawn', () => {
  const program = `
    import { twoWords } from './bench/terms.mjs';
    const values = [0, 0.3, 0.6, 0.9];
    const drawn = (...draws) => twoWords('Brake disc, disc set', () => draws.shift());
    const pairs = values.flatMap((first) => values.map((second) => drawn(first, second)));
    console.log(JSON.stringify([...pairs, twoWords('Disc 1', () => 0) ?? null]));`;
  const pairs = evaluated(program) as (string | null)[];
  expect(pairs.pop()).toBeNull();
  for (const pair of pairs) expect(new Set(pair?.split(' ')).size).toBe(2);
});

it('makes one typo, and always one', () => {
  const program = `
    import { withTypo } from './bench/terms.mjs';
    import { built } from './lib/database.mjs';
    const random = built('platform/demo/random.js').seeded(3);
    console.log(JSON.stringify(Array.from({ length: 500 }, () => withTypo('Kestrel', random))));`;
  const made = evaluated(program) as string[];
  expect(new Set(made.map((word) => word.length))).toEqual(new Set([6, 7, 8]));
  expect(made).not.toContain('Kestrel');
});

it('lets pass what is a little worse, and fails where a build is dearer, slower, or leaves an operation out', () => {
  expect(compare(result(2), result(2.15)).status).toBe(0);
  expect(compare(result(2, 0.5), result(2.3, 0.44, { cpuAtBest: 1.95, speedAtBest: 0.51 })).status).toBe(0);
  const dearer = compare(result(2), result(2.3));
  expect(dearer.status).toBe(1);
  expect(dearer.stdout).toContain('product by id, 1 at once: CPU 2.00 -> 2.30 times');
  expect(compare(result(2, 0.5), result(2, 0.44)).stdout).toContain(
    'product by id, 32 at once: throughput 0.50 -> 0.44 times',
  );
  expect(compare(result(2), { operations: [] }).status).toBe(1);
  expect(compare(result(2), { ...result(2), size: '1M' }).status).toBe(2);
});

it('tells a server that works more from one that works less', async () => {
  const servers = await Promise.all([serving(1), serving(40)]);
  try {
    const program = `
      import { measureInTurns } from './bench/rounds.mjs';
      import { summary } from './bench/figures.mjs';
      const targets = ${JSON.stringify(servers.map(({ port }, index) => ({ name: ['floor', 'app'][index], port, pids: [process.pid], headers: {} })))};
      const operation = { name: 'one', calls: [{ path: '/' }] };
      console.log(JSON.stringify(summary(await measureInTurns(targets, { operation, data: {}, connections: 1, rounds: 3, seconds: 0.2 }), 'app')));`;
    const { cpuRatio, speedRatio } = await evaluatedBeside(program);
    expect(cpuRatio).toBeGreaterThan(3);
    expect(speedRatio).toBeLessThan(0.4);
  } finally {
    for (const { server } of servers) server.close();
  }
});

/** The same while this process answers. */
async function evaluatedBeside(program: string): Promise<Record<string, number>> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: tools,
  });
  return JSON.parse(stdout) as Record<string, number>;
}

/** A server that works for so many parts of a millisecond before it answers. */
async function serving(work: number): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, response) => {
    const until = performance.now() + work / 10;
    while (performance.now() < until);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}
