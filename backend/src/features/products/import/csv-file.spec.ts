import { setImmediate } from 'node:timers/promises';
import { readCsv } from './csv-file';

async function* once(text: string): AsyncGenerator<Buffer> {
  await setImmediate();
  yield Buffer.from(text);
}

/** Reads a file, and answers its rows, and how often others could go on while it was read. */
async function read(text: string): Promise<{ rows: string[][]; turns: number }> {
  let turns = 0;
  let isDone = false;
  const others = (async (): Promise<void> => {
    for (; !isDone; turns++) await setImmediate();
  })();
  const rows: string[][] = [];
  for await (const { cells } of (await readCsv(once(text))).rows) rows.push(cells);
  isDone = true;
  await others;
  return { rows, turns };
}

beforeAll(() => read('SKU,Name\nA,b\n'));

it.each([
  ['blank lines', '\n'],
  ['rows that are shorter than the header', 'A\n'],
])('lets others go on while it reads %s', async (_name, line) => {
  const { turns } = await read(`SKU,Name\n${line.repeat(30_000)}`);
  expect(turns).toBeGreaterThan(5);
});

it('reads characters whole, wherever a piece ends', async () => {
  const name = '😀ß€'.repeat(1500);
  const { rows } = await read(`SKU,Name\nA,${name}\nB,x${name}\nC,xx${name}\n`);
  expect(rows).toEqual([
    ['A', name],
    ['B', `x${name}`],
    ['C', `xx${name}`],
  ]);
});
