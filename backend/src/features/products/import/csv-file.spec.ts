import { setImmediate } from 'node:timers/promises';
import { readCsv } from './csv-file';

async function* once(text: string): AsyncGenerator<Buffer> {
  await setImmediate();
  yield Buffer.from(text);
}

async function rowsOf(bytes: AsyncIterable<Buffer>): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of (await readCsv(bytes)).rows) rows.push(cells);
  return rows;
}

/** Reads a file, and answers its rows, and how often others could go on while it was read. */
async function read(text: string): Promise<{ rows: string[][]; turns: number }> {
  let turns = 0;
  let isDone = false;
  const others = (async (): Promise<void> => {
    for (; !isDone; turns++) await setImmediate();
  })();
  const rows = await rowsOf(once(text));
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

it('counts CRLF once where a piece ends between the two', async () => {
  async function* pieces(): AsyncGenerator<Buffer> {
    await setImmediate();
    yield Buffer.from(`SKU,Name\r\nA,${'b'.repeat(70_000)}\r`);
    yield Buffer.from(`\nB,${','.repeat(1_100_000)}\n`);
  }
  await expect(rowsOf(pieces())).rejects.toThrow('line 3');
});
