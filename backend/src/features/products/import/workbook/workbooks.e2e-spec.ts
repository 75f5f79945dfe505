import { request } from 'node:http';
import type { Answer, Api } from '../../../../../test/support/api';
import { startApp, type TestApp } from '../../../../../test/support/app';
import { inside } from '../../../../../test/support/processes/app-cluster';
import { buildRows, buildWorkbook, buildZip } from '../../../../../test/support/data/workbook';
import { WORKBOOK_TYPE } from '../csv-file';
import { WorkbookProcess } from './workbook-process';
import { WorkbookReader } from './workbook-reader';

let test: TestApp;
let api: Api;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());
beforeEach(() => test.source.query('DELETE FROM products'));

const upload = (raw: Buffer, type = WORKBOOK_TYPE, headers = {}): Promise<Answer<any>> =>
  api.post('/api/product-imports?makeSkus=false', undefined, { raw, headers: { 'Content-Type': type, ...headers } });
const image = 'https://shop.example/a.jpg';
const running = (): number => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

async function expectNoProcess(before: number): Promise<void> {
  for (const end = Date.now() + 5000; running() > before && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(running()).toBe(before);
}

it.each([
  ['its own type', WORKBOOK_TYPE],
  ['that of CSV', 'text/csv'],
])('reads a workbook with %s like a CSV file', async (_name, type) => {
  const ean: [string, string] = ['t="n"', '<v>8.720602828605E12</v>'];
  const file = buildWorkbook(
    buildRows([['SKU', 'Name', 'Image', 'EAN'], [], ['007', 'Bulb', image, ean], ['', 'Lamp', image]]),
  );
  const { status, body } = await upload(file, type);
  expect([status, body.isWorkbook, body.sheet, body.counts.new, body.counts.bad]).toEqual([
    201,
    true,
    'Products',
    1,
    1,
  ]);
  const { body: rows } = await api.get(`/api/product-imports/${body.id}/rows?state=bad`);
  expect(rows).toMatchObject([{ row: 4, problem: 'SKU is required' }]);
  await api.post(`/api/product-imports/${body.id}/apply`);
  expect((await api.get('/api/products?images=url')).body).toMatchObject([
    { sku: '007', ean: '8720602828605', images: [image] },
  ]);
});

it('recognises a repeated workbook by its content', async () => {
  const file = buildWorkbook(
    buildRows([
      ['SKU', 'Name', 'Image'],
      ['A', 'Bulb', image],
    ]),
  );
  const key = { 'Idempotency-Key': 'workbook' };
  const [one, other] = [await upload(file, WORKBOOK_TYPE, key), await upload(file, WORKBOOK_TYPE, key)];
  expect([one.status, other.text]).toEqual([201, one.text]);
  expect((await upload(buildWorkbook(buildRows([['SKU'], ['B']])), WORKBOOK_TYPE, key)).status).toBe(422);
});

it.each([
  [
    'an old workbook',
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    400,
    'This is a workbook of the old format (.xls), or one with a password. Save it as .xlsx without a password',
  ],
  [
    'an OpenDocument file',
    Buffer.from(`PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`),
    400,
    'This is an OpenDocument spreadsheet (.ods). Save it as .xlsx, or as CSV in UTF-8',
  ],
  [
    'another archive',
    buildZip([['a.txt', 'text']]),
    400,
    'The workbook cannot be read. Save it as .xlsx again, or save it as “CSV UTF-8”',
  ],
  [
    'an empty archive',
    Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`),
    400,
    'The workbook cannot be read. Save it as .xlsx again, or save it as “CSV UTF-8”',
  ],
  ['an empty sheet', buildWorkbook(''), 400, 'The file is empty'],
  ['too many columns', buildWorkbook(buildRows([Array(501).fill('x')])), 400, 'At most 500 columns can be read'],
  [
    'a long header',
    buildWorkbook(buildRows([['SKU', 'x'.repeat(1001)]])),
    400,
    'The header of column 2 is longer than 1000 characters. Perhaps the first row has no headers',
  ],
])('refuses %s, and says what to do', async (_name, file, status, message) => {
  const before = running();
  const { status: seen, body } = await upload(file);
  expect([seen, body.message]).toEqual([status, message]);
  await expectNoProcess(before);
});

it('refuses a workbook that unpacks to more than memory has room for, and goes on', async () => {
  const long = Buffer.alloc(60_000_000, ' ');
  const more = Array.from({ length: 25 }, (_, sheet): [string, Buffer] => [`xl/worksheets/more${sheet}.xml`, long]);
  const before = running();
  const { status, body } = await upload(buildWorkbook('', { more }), 'text/csv');
  expect([status, body.message]).toEqual([413, 'The workbook is too large to be unpacked. Save it as “CSV UTF-8”']);
  await expectNoProcess(before);
  const good = buildWorkbook(
    buildRows([
      ['SKU', 'Name', 'Image'],
      ['A', 'Bulb', image],
    ]),
  );
  expect((await upload(good)).status).toBe(201);
}, 60_000);

inside('asks to try again, and keeps nothing, where the process ends while its CSV is read', async () => {
  const [{ imports }] = await test.source.query('SELECT count(*)::int AS imports FROM product_imports');
  const read = jest.spyOn(WorkbookProcess.prototype, 'read').mockImplementationOnce(async function (
    this: WorkbookProcess,
  ) {
    const outcome = await this.read();
    this.stop();
    return outcome;
  });
  const rows = Array.from({ length: 5000 }, (_, row) => [`SKU-${row}`, 'x'.repeat(200), image]);
  const { status, body } = await upload(buildWorkbook(buildRows([['SKU', 'Name', 'Image'], ...rows])));
  read.mockRestore();
  expect([status, body.message]).toEqual([503, 'The workbook could not be read to its end. Please try again']);
  expect(await test.source.query('SELECT count(*)::int AS imports FROM product_imports')).toEqual([{ imports }]);
});

inside('ends the process of a workbook whose sender goes away', async () => {
  const before = running();
  const sending = request(`${api.url}/api/product-imports`, {
    method: 'POST',
    headers: { Cookie: api.cookie, 'Content-Type': WORKBOOK_TYPE, 'Content-Length': '1000000' },
  });
  sending.on('error', () => undefined);
  sending.write(buildWorkbook('').subarray(0, 200));
  for (const end = Date.now() + 5000; running() === before && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(running()).toBe(before + 1);
  sending.destroy();
  await expectNoProcess(before);
});

inside('ends the process of a workbook whose sender goes away while it is read', async () => {
  const before = running();
  let isReading = false;
  let settle: (outcome: 'broken') => void = () => undefined;
  const read = jest.spyOn(WorkbookProcess.prototype, 'read').mockImplementationOnce(() => {
    isReading = true;
    return new Promise((resolve) => (settle = resolve));
  });
  const file = buildWorkbook('');
  const sending = request(`${api.url}/api/product-imports`, {
    method: 'POST',
    headers: { Cookie: api.cookie, 'Content-Type': WORKBOOK_TYPE, 'Content-Length': String(file.length) },
  });
  sending.on('error', () => undefined);
  sending.end(file);
  for (const end = Date.now() + 5000; !isReading && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(running()).toBe(before + 1);
  sending.destroy();
  try {
    await expectNoProcess(before);
  } finally {
    settle('broken');
    read.mockRestore();
  }
});

it('ends the process of a workbook when the app stops', async () => {
  const before = running();
  const reader = new WorkbookReader();
  const { csv } = await reader.open({ bytes: neverEnding(), closed: new Promise<void>(() => undefined) }, 1);
  csv.next().catch(() => undefined);
  for (const end = Date.now() + 5000; running() === before && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(running()).toBe(before + 1);
  reader.onApplicationShutdown();
  await expectNoProcess(before);
  const late = await reader.open({ bytes: pieces(buildWorkbook('')), closed: new Promise<void>(() => undefined) }, 1);
  await expect(late.csv.next()).rejects.toMatchObject({ status: 503 });
});

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function* neverEnding(): AsyncGenerator<Buffer> {
  yield buildWorkbook('').subarray(0, 200);
  await new Promise(() => undefined);
}
