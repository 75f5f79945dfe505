import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../../../test/support/api';
import { startApp, type TestApp } from '../../../../test/support/app';
import { image, importCalls, two } from '../../../../test/support/calls/import-calls';
import { buildProduct } from '../../../../test/support/factories';
import { inside } from '../../../../test/support/processes/app-cluster';

let test: TestApp;
let api: Api;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());
beforeEach(() => test.source.query('DELETE FROM products'));

const { upload, rowsOf, products } = importCalls(() => api);

describe('a preview', () => {
  it('refuses a placeholder that no product could have', async () => {
    const { status, body } = await upload(two, { query: '?placeholder=http://shop.example:99999/a.jpg' });
    expect([status, body.errors?.[0].field]).toEqual([400, 'placeholder']);
  });

  it('says of every row what would come of it, with its number and the reason', async () => {
    await api.post('/api/products', buildProduct({ sku: 'KEPT', name: 'Kept', images: [image] }));
    await api.post(
      '/api/products',
      buildProduct({ sku: 'OLD', name: 'Old name', images: [image], extraFields: { Axle: 'front' } }),
    );
    const file = `SKU,Name,EAN,Image,Axle\r\nKEPT,Kept,,${image},\r\nOLD,New name,,${image},rear\r\nNEW,New,4006633374669,${image},\r\n,No SKU,,${image},\r\n\r\nNEW,Twice,,${image},\r\nBARE,Bare,,,\r\nWIDE,Wide,,${image},,,more`;
    const { status, body } = await upload(file, { query: '?placeholder=&makeSkus=false' });
    expect([status, body.state, body.format, body.separator, body.encoding]).toEqual([
      201,
      'ready',
      'plain',
      ',',
      'utf-8',
    ]);
    expect(body.counts).toEqual({ new: 1, changed: 1, unchanged: 1, bad: 4, part: 0, warned: 1, usingPlaceholder: 0 });
    expect(
      (await rowsOf(body.id)).map(({ row, state, sku, problem, warnings }) => [row, state, sku, problem, ...warnings]),
    ).toEqual([
      [2, 'unchanged', 'KEPT', null],
      [3, 'changed', 'OLD', null],
      [4, 'new', 'NEW', null, 'The check digit of 4006633374669 should be 8'],
      [5, 'bad', '', 'SKU is required'],
      [7, 'bad', 'NEW', 'Row 4 has this SKU already'],
      [8, 'bad', 'BARE', 'At least one image is required'],
      [9, 'bad', 'WIDE', 'The row has 7 cells, and the header 5'],
    ]);
    expect((await rowsOf(body.id, '?state=changed'))[0].changes).toEqual([
      { field: 'name', before: 'Old name', after: 'New name' },
      { field: 'extraFields.Axle', before: 'front', after: 'rear' },
    ]);
    const rowsBy = async (query: string) => (await rowsOf(body.id, query)).map(({ row }) => row);
    expect(await Promise.all(['?warned=true', '?warned=false&state=new', '?warned=false'].map(rowsBy))).toEqual([
      [4],
      [],
      [2, 3, 5, 7, 8, 9],
    ]);
    const page = await api.get(`/api/product-imports/${body.id}/rows?state=bad&limit=3`);
    const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect([page.body.length, (await api.get(next)).body.map(({ row }: { row: number }) => row)]).toEqual([3, [9]]);
    expect(await products()).toHaveLength(2);
  });

  it('says what will be written of a new product: the beginning of a text, and how many images', async () => {
    await api.post('/api/products', buildProduct({ sku: 'OLD', name: 'Old', images: [image] }));
    const { body } = await upload(
      `SKU,Name,EAN,Vehicle,Description,Image,Axle,Side\nNEW,New,4006633374668,Golf,${'😀'.repeat(300)},${image} ${image}?2,front,\nBARE,Bare,,,,,,\nNEW,Twice,,,,,,\nOLD,Changed,,,,,,\n`,
    );
    const written = [
      { field: 'ean', value: '4006633374668' },
      { field: 'vehicle', value: 'Golf' },
      { field: 'description', value: `${'😀'.repeat(200)}…` },
      { field: 'status', value: 'active' },
      { field: 'images', value: '2' },
      { field: 'extraFields.Axle', value: 'front' },
    ];
    const bare = [
      { field: 'status', value: 'active' },
      { field: 'images', value: '1' },
    ];
    expect((await rowsOf(body.id)).map(({ state, values }) => [state, values])).toEqual([
      ['new', written],
      ['new', bare],
      ['bad', undefined],
      ['changed', undefined],
    ]);
  });

  it.each([
    ['semicolons and a BOM', Buffer.from(`\ufeff${two.replaceAll(',', ';')}`), ';', 'utf-8'],
    [
      'tabs in UTF-16',
      Buffer.from(`\ufeff${two.replaceAll(',', '\t').replaceAll('\n', '\r\n')}`, 'utf16le'),
      '\t',
      'utf-16le',
    ],
    ['UTF-16 the other way round', Buffer.from(`\ufeff${two}`, 'utf16le').swap16(), ',', 'utf-16be'],
    ['UTF-16 without a mark', Buffer.from(two, 'utf16le'), ',', 'utf-16le'],
    ['lines that end in CR', Buffer.from(two.replaceAll('\n', '\r')), ',', 'utf-8'],
    [
      'a first line for Excel',
      Buffer.from(`sep=;\r\n${two.replaceAll(',', ';').replace('Image', 'Image;a,b,c,d')}`),
      ';',
      'utf-8',
    ],
    [
      'what Excel saves in Windows',
      Buffer.from(two.replaceAll(',', ';').replace('Two', 'Gr\xfc\xdfe'), 'latin1'),
      ';',
      'windows-1252',
    ],
  ])('reads %s', async (_name, file, separator, encoding) => {
    const { body } = await upload(file);
    expect([body.separator, body.encoding, body.counts.new]).toEqual([separator, encoding, 2]);
  });

  it('reads headers of 1,000 characters, and an emoji is one', async () => {
    const { status, body } = await upload(`SKU,${'😀'.repeat(1000)}\nA,B\n`);
    expect([status, body.columns[1].header.length]).toEqual([201, 2000]);
  });

  it('takes the characters of Windows-1252 as they are, up to the last byte of the file', async () => {
    const file = Buffer.from(`SKU;Name\nA;"F\xfcr 5 \x80 \x96 \x84Gr\xfc\xdfe\x93"\nB;\xe4`, 'latin1');
    const { body } = await upload(file);
    expect((await rowsOf(body.id)).map(({ name }) => name)).toEqual(['Für 5 € – „Grüße“', 'ä']);
  });

  it.each([
    ['nothing', '', 'The file is empty'],
    [
      'a quotation mark that is never closed',
      'SKU,Name\nA,"B\nC,D\n',
      'A quotation mark that is opened is never closed; the file ends in it, at line 2',
    ],
    [
      'UTF-8 with a character of Windows-1252 far down',
      Buffer.from(`SKU,Name\nA,${'B'.repeat(300_000)}\nC,\xfcber`, 'latin1'),
      'Not all of the file is in UTF-8: save it as “CSV UTF-8”',
    ],
    [
      'Windows-1252 with the mark of UTF-8',
      Buffer.from('\xef\xbb\xbfSKU\n\xfc', 'latin1'),
      'Not all of the file is in UTF-8: save it as “CSV UTF-8”',
    ],
    ['bytes of any kind', Buffer.from('SKU,Name\nA,\xfc\x07', 'latin1'), 'This is not a CSV file.'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'This is not a CSV file.'],
    ['a PDF', '%PDF-1.7\nSKU,Name\n', 'This is not a CSV file.'],
    ['too many columns', `SKU${',x'.repeat(600)}`, 'At most 500 columns can be read'],
    [
      'a long header',
      `SKU,${'Ж'.repeat(1001)}\nA,B\n`,
      'The header of column 2 is longer than 1000 characters. Perhaps the first row has no headers',
    ],
    [
      'a line of millions of separators',
      `SKU,Name\n${','.repeat(2_000_000)}\n`,
      'The row at line 2 is too long. Perhaps a quotation mark is never closed',
    ],
    ['too many rows', `SKU${'\n'.repeat(200_002)}`, 'The file is too long: at most 200000 rows can be read at once'],
  ])('refuses %s', async (_name, file, message) => {
    const before = await test.source.query('SELECT count(*) FROM product_imports');
    const { status, body } = await upload(file);
    expect([status, body.message.replace(/line \d+/, 'line 2')]).toEqual([400, message]);
    expect(await test.source.query('SELECT count(*) FROM product_imports')).toEqual(before);
  });

  inside('reads a refused file to its end, so that whoever sends it gets the answer', async () => {
    const file = Buffer.from(`SKU${',x'.repeat(600)}\n${'A,b\n'.repeat(4_000_000)}`);
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    let answer = '';
    const answered = new Promise<void>((resolve) =>
      socket.on('data', (bytes) => (answer += String(bytes)).includes('}') && resolve()),
    );
    socket.write(
      `POST /api/product-imports HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${api.cookie}\r\nContent-Type: text/csv\r\nContent-Length: ${file.length}\r\n\r\n`,
    );
    const sent = new Promise<string>((resolve) => socket.write(file, () => resolve('all of it is sent')));
    await answered;
    expect(answer).toContain('At most 500 columns can be read');
    expect(await Promise.race([sent, sleep(3000, 'it is stuck', { ref: false })])).toBe('all of it is sent');
    socket.destroy();
  });

  // A search from every bracket would take minutes.
  it('makes text of HTML at once, whatever it looks like', async () => {
    const { body } = await upload(`SKU,Name,Type,Published,Description\nA,B,simple,1,${'<a'.repeat(500_000)}\n`);
    expect([body.format, body.counts.new]).toEqual(['woocommerce', 1]);
    expect((await rowsOf(body.id))[0].warnings).toContain('The description is cut to 20000 characters');
  });

  inside('writes long rows a few at a time, and rows with long warnings too', async () => {
    const long = 'x'.repeat(600_000);
    const largestOf = async (header: string, rowOf: (number: number) => string): Promise<number> => {
      const query = jest.spyOn(test.source.manager, 'query');
      await upload(`${header}\n${[1, 2, 3, 4].map(rowOf).join('\n')}\n`);
      const lengths = query.mock.calls.map(([, values]) => JSON.stringify(values ?? []).length);
      query.mockRestore();
      return Math.max(...lengths);
    };
    const ofCells = await largestOf('SKU,Text', (number) => `L${number},${long}`);
    expect([ofCells > 600_000, ofCells < 1_500_000]).toEqual([true, true]);
    // All but the first repeat the SKU in a warning.
    const ofWarnings = await largestOf('Handle,Title,Variant SKU', () => `one,Name,${long}`);
    expect([ofWarnings > 1_200_000, ofWarnings < 2_000_000]).toEqual([true, true]);
  });

  it('takes the first 12 images of a product, and counts the others', async () => {
    const cell = (images: number): string =>
      Array.from({ length: images }, (_, number) => `${image}?${number}`).join(' ');
    const { body } = await upload(
      `SKU,Name,Image\nA,B,${cell(13)}\nB,B,${cell(300)}\nC,C,${cell(251)}\nD,D," ${cell(251).replaceAll(' ', '\n\n')}"\n`,
    );
    expect((await rowsOf(body.id)).map(({ problem, warnings }) => problem ?? warnings[0])).toEqual([
      'Only the first 12 of 13 images are taken',
      'Only the first 12 of 300 images are taken',
      'Only the first 12 of 251 images are taken',
      'Only the first 12 of 251 images are taken',
    ]);
  });

  it('keeps rows that the database could not hold as text out, and says so', async () => {
    const { body } = await upload(
      `SKU,Name,Image,Other fields\nA\0,B,${image},\nB,B,${image},"{""a"":""\\u0000\\ud800""}"\nC,C,${image},[1]\nD,D,${image},"{""a"":""b""}"\n`,
    );
    expect((await rowsOf(body.id)).map(({ problem }) => problem)).toEqual([
      'SKU must not contain the NUL character',
      'The extra field a must not contain the NUL character',
      '“Other fields” must be a JSON object of texts',
      null,
    ]);
  });

  it('says which pictures are none, whatever is in their cell', async () => {
    const { status, body } = await upload(`SKU,Name,Image\nA-1,One,${image}\nA-2,Two,"${image},foo\0bar"\n`);
    expect(status).toBe(201);
    expect((await rowsOf(body.id))[1].warnings.join()).toContain('foo\ufffdbar');
  });
});
