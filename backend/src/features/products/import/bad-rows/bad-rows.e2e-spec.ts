import type { Answer, Api } from '../../../../../test/support/api';
import { startApp, type TestApp } from '../../../../../test/support/app';
import { inside } from '../../../../../test/support/processes/app-cluster';

let test: TestApp;
let api: Api;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());
beforeEach(() => test.source.query('DELETE FROM products'));

const upload = (raw: string, query = '?placeholder=&makeSkus=false'): Promise<Answer<any>> =>
  api.post(`/api/product-imports${query}`, undefined, {
    raw,
    headers: { 'Content-Type': 'text/csv' },
  });
const badRows = (id: number): Promise<Answer<any>> => api.get(`/api/product-imports/${id}/bad-rows`);
const image = 'https://shop.example/a.jpg';

it('answers the cells of bad rows unchanged, with their problems', async () => {
  const { body } = await upload(
    `SKU;Name;Image;=Sum\nA;Bulb;${image};1\n;"No; ""SKU""\nat all";${image};'=2+3\nB;Lamp;;\nC;Wide;${image};;;more\n`,
  );
  const answer = await badRows(body.id);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
    200,
    'text/csv; charset=utf-8',
    `attachment; filename=bad-rows-${body.id}.csv`,
  ]);
  expect(answer.text.replace('\ufeff', '').split('\r\n')).toEqual([
    "SKU,Name,Image,'=Sum,Problem",
    `,"No; ""SKU""\nat all",${image},'=2+3,SKU is required`,
    'B,Lamp,,,At least one image is required',
    `C,Wide,${image},,"The row has 6 cells, and the header 4",,more`,
    '',
  ]);
});

it('keeps the first 500 cells of a row with 100,000, and says that it has too many', async () => {
  const commas = ','.repeat(100_000);
  const { body } = await upload(`SKU,Name,Image\nA,Bulb,${image}${commas}\n${commas}\nB,Lamp,${image},,\n`);
  expect(body.counts).toMatchObject({ new: 1, bad: 1 });
  const [{ problem }] = (await api.get(`/api/product-imports/${body.id}/rows?state=bad`)).body;
  expect(problem).toBe('The row has more than 500 cells');
  expect((await badRows(body.id)).text.length).toBeLessThan(1000);
  // The rows are read again from what is stored.
  const columns = ['sku', 'name', 'images'].map((target) => ({ target }));
  const again = await api.put(`/api/product-imports/${body.id}/mapping`, { columns });
  expect(again.body.counts).toMatchObject({ new: 1, bad: 1 });
});

it('can be corrected and imported again', async () => {
  const { body } = await upload(`SKU,Name,Image,Axle\nA,Bulb,${image},front\n,Lamp,${image},'-rear\n,Fuse,,\n`);
  await api.post(`/api/product-imports/${body.id}/apply`);
  const { text } = await badRows(body.id);
  const again = (await upload(text.replace('\r\n,Lamp', '\r\nB,Lamp'))).body;
  expect([again.counts.new, again.counts.bad, again.columns[4]]).toEqual([
    1,
    1,
    { header: 'Problem', target: 'ignore', samples: [expect.any(String), expect.any(String)] },
  ]);
  await api.post(`/api/product-imports/${again.id}/apply`);
  expect((await api.get('/api/products?sort=oldest&images=url')).body).toMatchObject([
    { sku: 'A', extraFields: { Axle: 'front' } },
    { sku: 'B', extraFields: { Axle: '-rear' } },
  ]);
  const rest = (await badRows(again.id)).text;
  expect(rest).toBe('\ufeffSKU,Name,Image,Axle,Problem\r\n,Fuse,,,SKU is required. At least one image is required\r\n');
});

it('keep the SKU that was made, whichever rows of the file they come without', async () => {
  const header = 'External ID,Name,Internal Reference,Image\n';
  const query = '?placeholder=&makeSkus=true';
  const { body } = await upload(`${header}p_1,Desk,T60,${image}\np_2,Lamp,T60,\n,Bolt,,${image}\n,Bolt,,\n`, query);
  expect(body).toMatchObject({ format: 'odoo', counts: { new: 2, bad: 2 } });
  await api.post(`/api/product-imports/${body.id}/apply`);
  const { text } = await badRows(body.id);
  expect(text.split('\r\n').slice(1, -1)).toEqual([
    'p_2,Lamp,odoo-p-2,,At least one image is required',
    ',Bolt,bolt-2,,At least one image is required',
  ]);
  const corrected = text.replaceAll(',,At least', `,${image},At least`);
  const again = (await upload(corrected, query)).body;
  expect(again.counts).toMatchObject({ new: 2, changed: 0, bad: 0 });
  await api.post(`/api/product-imports/${again.id}/apply`);
  expect((await api.get('/api/products?sort=oldest&images=url')).body).toMatchObject([
    { sku: 'T60', name: 'Desk' },
    { sku: 'bolt', name: 'Bolt' },
    { sku: 'odoo-p-2', name: 'Lamp' },
    { sku: 'bolt-2', name: 'Bolt' },
  ]);
});

it('come with the other variants of their product, so that they keep what they share', async () => {
  const names = ['a', 'b', 'c'].map((name) => `https://cdn.shop.example/${name}.jpg`);
  const { body } = await upload(
    `Handle,Title,Option1 Value,Variant SKU,Image Src\nbag,Bag,,BAG,${image}\ncap,Cap,S,CAP-S,${names[0]}\ncap,,M,,${names[1]}\ncap,,,,${names[2]}\nhat,Hat,,HAT,${image}\n`,
  );
  expect(body.counts).toMatchObject({ new: 3, bad: 1, part: 1 });
  await api.post(`/api/product-imports/${body.id}/apply`);
  const { text } = await badRows(body.id);
  expect(text.split('\r\n').slice(1)).toEqual([
    `cap,Cap,S,CAP-S,${names[0]},`,
    `cap,,M,,${names[1]},SKU is required`,
    `cap,,,,${names[2]},`,
    '',
  ]);
  const again = (await upload(text.replace('cap,,M,,', 'cap,,M,CAP-M,'))).body;
  expect(again.counts).toMatchObject({ new: 1, unchanged: 1, bad: 0, part: 1 });
  await api.post(`/api/product-imports/${again.id}/apply`);
  const [product] = (await api.get('/api/products?images=url')).body;
  expect(product).toMatchObject({ sku: 'CAP-M', name: 'Cap, M', images: names });
});

it('is 404 where there is no such import, and has only the header where no row is bad', async () => {
  expect((await badRows(2_147_483_647)).status).toBe(404);
  const { body } = await upload(`SKU,Name,Image\nA,Bulb,${image}\n`);
  expect((await badRows(body.id)).text).toBe('\ufeffSKU,Name,Image,Problem\r\n');
});

inside(
  'has all of 24,000 bad rows in their order, and reads long ones a few at a time',
  async () => {
    const rows = Array.from({ length: 24_000 }, (_, row) => `,Name ${row},${image},${'x'.repeat(500)}`);
    const { body } = await upload(`SKU,Name,Image,Text\n${rows.join('\n')}\n`);
    expect(body.counts.bad).toBe(24_000);
    const query = jest.spyOn(test.source.manager, 'query');
    const { text } = await badRows(body.id);
    const pages = (await Promise.all(query.mock.results.map(({ value }) => value))) as unknown[][];
    query.mockRestore();
    expect(text.split('\r\n').slice(1, -1)).toEqual(rows.map((row) => `${row},SKU is required`));
    expect(Math.max(...pages.map((page) => page.length))).toBe(500);
  },
  180_000,
);
