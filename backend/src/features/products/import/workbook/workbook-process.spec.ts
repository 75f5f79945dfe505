import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { buildRows, buildWorkbook } from '../../../../../test/support/data/workbook';
import { WORKBOOK_LIMITS, WorkbookProcess } from './workbook-process';

const processes: WorkbookProcess[] = [];
afterEach(() => processes.splice(0).forEach((process) => process.stop()));

function start(limits: Partial<typeof WORKBOOK_LIMITS> = {}): WorkbookProcess {
  const started = new WorkbookProcess({ ...WORKBOOK_LIMITS, ...limits });
  processes.push(started);
  return started;
}

const running = (): number => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

/** Waits until no process runs any longer. */
async function ended(): Promise<void> {
  for (const end = Date.now() + 5000; running() > 0 && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(running()).toBe(0);
}

/** The CSV of a workbook, or why there is none. */
async function read(bytes: Buffer, limits: Partial<typeof WORKBOOK_LIMITS> = {}): Promise<string> {
  const started = start(limits);
  await started.write(pieces(bytes));
  const outcome = await started.read();
  return outcome === 'read' ? text(started.csv()) : outcome;
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < bytes.length; offset += 1000) yield bytes.subarray(offset, offset + 1000);
}

const cell = (value: string, style = 0): [string, string] => [`s="${style}"`, `<v>${value}</v>`];
const typed = (type: string, value: string): [string, string] => [`t="${type}"`, value];

it('writes numbers in plain digits, days in ISO 8601, and texts as they are', async () => {
  const strings = '<si><t>SKU</t></si><si><r><t>Brake </t></r><r><rPr><b/></rPr><t>disc</t></r></si>';
  const rows = buildRows([
    [typed('s', '<v>0</v>'), typed('s', '<v>1</v>')],
    [
      cell('8720602828605'),
      cell('8.720602828605E12'),
      cell('12345678901234567890'),
      cell('0.30000000000000004'),
      cell('1.5E-7'),
    ],
    [],
    [cell('46000', 1), cell('46000.5', 2), cell('0.5', 2), typed('b', '<v>1</v>'), typed('b', '<v>0</v>')],
    ['007 ', 'a,b', '&lt;p&gt;', 'say &quot;no&quot;', 'two\nlines'],
    [
      typed('str', '<f>"A"&amp;"1"</f><v>A1</v>'),
      typed('n', '<f>1+1</f><v>2</v>'),
      typed('e', '<f>1/0</f><v>#N/A</v>'),
    ],
  ]);
  expect((await read(buildWorkbook(rows, { strings }))).split('\r\n')).toEqual([
    'SKU,Brake disc,,,',
    '8720602828605,8720602828605,12345678901234567890,0.3,0.00000015',
    ',,,,',
    '2025-12-09,2025-12-09T12:00:00,12:00:00,true,false',
    '"007 ","a,b",<p>,"say ""no""","two\nlines"',
    'A1,2,,,',
    '',
  ]);
});

it('resolves no entity of a DTD: neither a text of its own nor a file', async () => {
  const entities = `<!ENTITY own "resolved"><!ENTITY twice "&own;&own;"><!ENTITY file SYSTEM "${pathToFileURL(__filename)}">`;
  const dtd = `<?xml version="1.0"?><!DOCTYPE worksheet [${entities}]>`;
  const rows = buildRows([['SKU', '&own;', '&twice;', '&file;'], ['A']]);
  expect(await read(buildWorkbook(rows, { dtd }))).toBe('SKU,"&own;","&twice;","&file;"\r\nA,,,\r\n');
});

it('says what is no workbook', async () => {
  expect(await read(Buffer.from('PK\x03\x04 and no more'))).toBe('broken');
  expect(await read(buildWorkbook(buildRows([[typed('s', '<v>7</v>')]])))).toBe('broken');
  const whole = buildWorkbook(buildRows([['SKU']]));
  for (const more of [1, 100_000]) expect(await read(Buffer.concat([whole, Buffer.alloc(more, 'A')]))).toBe('broken');
  expect(await read(whole.subarray(0, -30))).toBe('broken');
});

it('ends a workbook that takes too much memory: as text, as cells, and as CSV', async () => {
  const long = Buffer.alloc(20_000_000, ' ');
  const more = Array.from({ length: 20 }, (_, sheet): [string, Buffer] => [`xl/worksheets/more${sheet}.xml`, long]);
  const bomb = buildWorkbook('', { more });
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(await read(bomb, { memoryMib: 200 })).toBe('large');
  const corner = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
  expect(await read(buildWorkbook(corner), { heapMib: 64 })).toBe('large');
  // 12,356,630 columns of one row.
  const wide = '<row r="1"><c r="ZZZZZ1"><v>1</v></c></row>';
  expect(await read(buildWorkbook(wide), { memoryMib: 150 })).toBe('large');
  expect(await read(buildWorkbook(buildRows([['x'.repeat(200_000)]])), { csvBytes: 100_000 })).toBe('large');
});

it('ends a workbook that takes too long', async () => {
  const rows = buildRows(Array.from({ length: 100_000 }, (_, row) => [`SKU-${row}`, 'Bulb']));
  expect(await read(buildWorkbook(rows), { timeMs: 1 })).toBe('large');
  expect(await read(buildWorkbook(rows), { cpuMs: 100 })).toBe('large');
});

it('reads 20 MB between two cells without reading them again and again', async () => {
  const rows = buildRows([['SKU'], ['A']]).replace('<row r="2">', `${' '.repeat(20_000_000)}<row r="2">`);
  expect(await read(buildWorkbook(rows), { timeMs: 15_000 })).toBe('SKU\r\nA\r\n');
}, 30_000);

it('takes no part of a sheet for the whole, where the process ends while its CSV is read', async () => {
  const started = start();
  await started.write(pieces(buildWorkbook(buildRows([['x'.repeat(300_000)], ['y'.repeat(300_000)]]))));
  expect(await started.read()).toBe('read');
  const csv = started.csv();
  await csv.next();
  started.stop();
  const rest = async (): Promise<void> => {
    while (!(await csv.next()).done);
  };
  await expect(rest()).rejects.toMatchObject({ status: 503 });
});

it('takes no more bytes than it may', async () => {
  const started = start({ bytes: 2000 });
  await expect(started.write(pieces(Buffer.alloc(3000)))).rejects.toMatchObject({ status: 413 });
});

it('can be stopped while it waits for the workbook, and leaves no process behind', async () => {
  await ended();
  const started = start();
  expect(running()).toBe(1);
  const never = (async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from('PK\x03\x04');
    await new Promise(() => undefined);
  })();
  const failing = started.write(never).catch((error: { code: string }) => error.code);
  started.stop();
  await ended();
  void failing;
});

it('ends with its parent', async () => {
  const child = fork(join(__dirname, 'workbook.mjs'), ['1000000000', '20000', '1000'], {
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
  });
  const end = once(child, 'exit');
  // It reads by now.
  await new Promise((taken) => child.stdin?.write(Buffer.alloc(1_000_000), taken));
  child.disconnect();
  expect(await end).toEqual([null, 'SIGKILL']);
});

it('goes on when the group of its parent is told to end', async () => {
  const child = fork(join(__dirname, 'workbook.mjs'), ['1000000000', '20000', '1000'], {
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
  });
  const end = Promise.race([once(child, 'message'), once(child, 'exit')]);
  child.stdin?.on('error', () => undefined);
  // It reads by now.
  await new Promise((taken) => child.stdin?.write(Buffer.alloc(1_000_000), taken));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) child.kill(signal);
  child.stdin?.end();
  expect(await end).toEqual(['broken', undefined]);
  child.kill('SIGKILL');
});

it('is not waited for where its process ended before it was read', async () => {
  const started = start();
  await started.write(pieces(Buffer.alloc(1000)));
  started.stop();
  await ended();
  await expect(started.read()).rejects.toThrow('could not be read to its end');
});

it('says so where its process ends while the workbook comes', async () => {
  const started = start();
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(1000);
    started.stop();
    await ended();
    for (let count = 0; count < 100; count++) yield Buffer.alloc(1000);
  }
  await expect(started.write(broken())).rejects.toThrow('could not be read to its end');
});
