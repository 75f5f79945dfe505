import { importFiles } from '../../../../../test/support/data/import-files';

const { files, source } = importFiles();
const { bring } = files;
const image = 'https://shop.example/a.jpg';

it('a text that is too long is cut, and the product comes in', async () => {
  const { rows, products } = await bring(
    `SKU,Name,EAN,Vehicle,Description,Image,Status,Long\nA,${'n'.repeat(600)},${'4a'.repeat(150)},${'v'.repeat(501)},${'😀'.repeat(20_001)},${image},${'s'.repeat(101)},${'x'.repeat(5001)}\n`,
  );
  expect(rows[0].warnings).toEqual([
    'The name is cut to 500 characters',
    'The EAN is cut to 200 characters',
    'The vehicle is cut to 500 characters',
    'The description is cut to 20000 characters',
    'The status is cut to 100 characters',
    'The free field “Long” is cut to 5000 characters',
    'The EAN has characters that are no digits',
  ]);
  expect([products[0].name.length, [...products[0].description].length, products[0].extraFields.Long.length]).toEqual([
    500, 20_000, 5000,
  ]);
});

it('names up to three free fields that are cut, and counts more', async () => {
  const header = (length: number): string => Array.from({ length }, (_, number) => `f${number}`).join();
  const cells = (length: number): string => Array(length).fill('x'.repeat(5001)).join();
  const few = await bring(`SKU,Name,Image,${header(3)}\nA,B,${image},${cells(3)}\n`);
  expect(few.rows[0].warnings).toHaveLength(3);
  const { rows } = await bring(`SKU,Name,Image,${header(4)}\nB,B,${image},${cells(4)}\n`);
  expect(rows[0].warnings).toEqual(['4 free fields are cut: names to 100 characters, values to 5000']);
});

it('takes the first free fields if they are too many or too large', async () => {
  const names = Array.from({ length: 120 }, (_, number) => `f${number}`);
  const many = await bring(`SKU,Name,Image,${names.join(',')}\nA,B,${image},${names.map(() => 'x').join(',')}\n`);
  expect(many.rows[0].warnings).toEqual(['Only the first 100 of 120 free fields are taken']);
  expect(Object.keys(many.products[0].extraFields)).toHaveLength(100);
  const large = names.slice(0, 20).map(() => 'ü'.repeat(4000));
  const { rows } = await bring(`SKU,Name,Image,${names.slice(0, 20).join(',')}\nL,B,${image},${large.join(',')}\n`);
  expect(rows[0].warnings).toEqual(['Only the first 8 of 20 free fields are taken']);
});

it('keeps the values of several columns with one name', async () => {
  const { rows, products } = await bring(
    `SKU,Name,Image,Note,Note,Note\nA,B,${image},front axle,,do not sell before May\nC,D,${image},same,same,\n`,
  );
  expect(products.map(({ extraFields }) => extraFields)).toEqual([
    { Note: 'front axle, do not sell before May' },
    { Note: 'same' },
  ]);
  expect(rows.map(({ warnings }) => warnings)).toEqual([[], []]);
});

it('strips what spreadsheets add to codes, and warns of shortened numbers', async () => {
  const { rows, products } = await bring(
    `SKU;Name;EAN;Image\n'0012;One;'8720602828605;${image}\n"=""0013""";Two;"=""8720602898363""";${image}\nA'B;Three;978-3-16-148410-0;${image}\n1.2E+05;Four;8,72E+12;${image}\nX;Five;8720602828605.0;${image}\n`,
  );
  expect(products.map(({ sku, ean }) => [sku, ean])).toEqual([
    ['0012', '8720602828605'],
    ['0013', '8720602898363'],
    ["A'B", '9783161484100'],
    ['1.2E+05', null],
    ['X', '8720602828605'],
  ]);
  expect(rows.map(({ warnings }) => warnings)).toEqual([
    [],
    [],
    [],
    [
      'A spreadsheet has shortened the EAN: its last digits are lost, and it is left out',
      'A spreadsheet has shortened the SKU: its last digits are lost',
    ],
    [],
  ]);
});

it.each([
  ['of a list', 'SKU,Name,EAN,Image\nA,'],
  ['of our own export', 'SKU,Name,EAN,Image,Field: Axle\nA,'],
])('a shortened EAN %s does not replace that of a product', async (_of, start) => {
  await bring(`SKU,Name,EAN,Image\nA,One,4006381333931,${image}\n`);
  const preview = await files.preview(`${start}Two,"4,00638E+12",${image}\n`);
  const [row] = await files.rows(preview.id);
  expect([row.changes, row.warnings]).toEqual([
    [{ field: 'name', before: 'One', after: 'Two' }],
    ['A spreadsheet has shortened the EAN: its last digits are lost, and it is left out'],
  ]);
  await files.apply(preview.id);
  expect(await files.products()).toMatchObject([{ name: 'Two', ean: '4006381333931' }]);
});

it('a code that a spreadsheet would take for a number is kept', async () => {
  const { rows, products } = await bring(`SKU,Name,EAN,Image\n4E10,One,1e5,${image}\n`);
  expect([rows[0].warnings, products[0].ean]).toEqual([['The EAN has characters that are no digits'], '1e5']);
});

it('tables and lists of terms in a description are lines, with blanks between their cells', async () => {
  const table = '<table><tr><th>Width</th><td>10 cm</td></tr><tr><td>Steel</td>\n<td class=x>yes</td></tr></table>';
  const { products } = await bring(
    `Handle,Title,Variant SKU,Body (HTML),Image Src\nd,Disc,D-1,"${table}<dl><dt>Axle</dt><dd>front</dd><dt>Side</dt>\n<dd>left</dd></dl>",${image}\n`,
  );
  expect(products[0].description).toBe('Width 10 cm\nSteel yes\nAxle front\nSide left');
});

it('a picture is taken once, and one that is no address is left out', async () => {
  const many = Array.from({ length: 13 }, (_, number) => `${image}?${number % 12}`).join('|');
  const { rows, products } = await bring(
    `SKU;Name;Image;Photo\nA;B;${many};${image}?0\nB;B;photo.jpg;wix:image://v1/x.jpg\nC;C;"${image}; ${image}?2;";//shop.example/c.jpg\nD;D;https://shop.example/${'x'.repeat(2100)};https://user:word@shop.example/d.jpg\n`,
  );
  expect(products.map(({ images }) => images.length)).toEqual([12, 1, 3, 1]);
  expect(products[1].images).toEqual(['/stock-photos/1.webp']);
  expect(products[2].images).toEqual([image, `${image}?2`, 'https://shop.example/c.jpg']);
  expect(rows.map(({ warnings }) => warnings)).toEqual([
    [],
    ['2 pictures are no addresses that can be read, and are left out: “photo.jpg” is the first'],
    [],
    [expect.stringMatching(/^2 pictures are no addresses/)],
  ]);
  expect(rows.map(({ usesPlaceholder }) => usesPlaceholder)).toEqual([false, true, false, true]);
});

it('counts the pictures of a row and of a group up to so many', async () => {
  const cell = (column: number): string =>
    Array.from({ length: 250 }, (_, number) => `${image}?${column}-${number}`).join(' ');
  const columns = Array.from({ length: 13 }, (_, column) => column + 1);
  const ofRow = await bring(
    `SKU,Name,${columns.map((column) => `Image ${column}`).join()}\nA,B,${columns.map(cell).join()}\n`,
  );
  expect(ofRow.rows[0].warnings).toEqual(['Only the first 12 of more than 1,000 images are taken']);
  const thousand = await bring(`SKU,Name,Image 1,Image 2\nZ,B,${columns.slice(0, 4).map(cell).join(' ')},\n`);
  expect(thousand.rows[0].warnings).toEqual(['Only the first 12 of 1000 images are taken']);
  const ofGroup = await bring(
    `Handle,Title,Variant SKU,Image Src\n${columns.map((row) => `d,Disc,${row === 1 ? 'D-1' : ''},${cell(row)}\n`).join('')}`,
  );
  expect(ofGroup.rows[0].warnings).toEqual(['Only the first 12 of more than 1,000 images are taken']);
  const others = columns.map((row) => `e,,,${cell(row).replaceAll('https:', 'file:')}\n`);
  const { rows } = await bring(`Handle,Title,Variant SKU,Image Src\ne,Disc,E-1,${image}\n${others.join('')}`);
  expect(rows[0].warnings).toEqual([expect.stringMatching(/^More than 1,000 pictures are no addresses/)]);
});

it('new products without a picture are bad rows where the sample photo is not wanted', async () => {
  const preview = await files.preview('SKU,Name\nA,B\n', '?placeholder=');
  expect([preview.placeholder, preview.counts.bad]).toEqual([null, 1]);
});

it('keeps an unknown status, and maps the words for active and draft', async () => {
  const words = ['Aktiv', 'TRUE', '0', 'Draft', 'archived', 'In clearance', 'private', ''];
  const { products } = await bring(
    `SKU,Name,Image,Status\n${words.map((word, number) => `S${number},N,${image},${word}\n`).join('')}`,
  );
  expect(products.map(({ status }) => status)).toEqual([
    'active',
    'active',
    'draft',
    'draft',
    'archived',
    'In clearance',
    'private',
    'active',
  ]);
});

it('a product that has lost its pictures gets the sample photo, where it is wanted', async () => {
  const { products } = await bring(`SKU,Name,Image\nA,B,${image}\n`);
  await source().query(`UPDATE products SET images = '[]' WHERE id = $1`, [products[0].id]);
  expect((await files.preview('SKU,Name\nA,B\n', '?placeholder=')).counts.bad).toBe(1);
  const preview = await files.preview('SKU,Name\nA,B\n');
  expect(preview.counts).toMatchObject({ changed: 1, warned: 0, usingPlaceholder: 1 });
  expect(await files.rows(preview.id)).toMatchObject([
    { state: 'changed', problem: null, warnings: [], usesPlaceholder: true },
  ]);
  await files.apply(preview.id);
  expect((await files.products())[0].images).toEqual(['/stock-photos/1.webp']);
});

it('a new SKU with characters that nobody sees is refused', async () => {
  const { id } = await files.preview(`SKU,Name,Image\nLOOK\u200bALIKE,One,${image}\n`);
  const [{ state, problem }] = await files.rows(id);
  expect([state, problem]).toEqual(['bad', 'SKU must not contain invisible characters']);
});
