import { count } from '../reliability-config';
import { AttackedApp } from './attacked-app';

/** As many as are read of one group, and of one cell. */
const ROWS = 3000;
const ADDRESSES = 250;

jest.setTimeout(count(120_000, 300_000));

let attacked: AttackedApp;

beforeAll(async () => {
  attacked = await AttackedApp.start();
});
afterAll(() => attacked.stop());

async function upload(what: string, columns: string, lines: string[]): Promise<[number, string?]> {
  const sent = { raw: [columns, ...lines].join('\n'), headers: { 'Content-Type': 'text/csv' } };
  const { status, body } = await attacked.during(what, () =>
    attacked.api.post('/api/product-imports', undefined, sent),
  );
  return [status, body.message];
}

/** Rows of one product after another; only the first of each has this text. */
function rowsOf(products: number, text: string): string[] {
  return Array.from({ length: products * ROWS }, (_none, row) => {
    const product = Math.floor(row / ROWS);
    return `${product},Name,S-${row},${row % ROWS === 0 ? text : ''}`;
  });
}

it('a file with one product of very many pictures', async () => {
  const lines = Array.from({ length: ROWS }, (_none, row) => {
    const addresses = Array.from({ length: ADDRESSES }, (_address, place) => `http://a.b/${row * ADDRESSES + place}`);
    return `one,Name,S-${row},${addresses.join(' ')}`;
  });
  expect(await upload('pictures of an import', 'Handle,Title,Variant SKU,Image Src', lines)).toEqual([201, undefined]);
});

it('a file with one product of a very long description', async () => {
  const lines = rowsOf(1, '<p>a</p>'.repeat(100_000));
  const columns = 'Handle,Title,Variant SKU,Body (HTML)';
  expect(await upload('description of an import', columns, lines)).toEqual([201, undefined]);
});

it('a small file that would make very large products', async () => {
  const answer = await upload(
    'growth of an import',
    'Handle,Title,Variant SKU,Body (HTML)',
    rowsOf(6, 'a'.repeat(20_000)),
  );
  expect(answer).toEqual([413, 'The products of the file are too large together. Please split the file']);
});

it('a file of rows with a million empty cells', async () => {
  const lines = Array.from({ length: 20 }, (_none, row) => `S-${row},Name,http://a.b/c${','.repeat(1_000_000)}`);
  expect(await upload('empty cells of an import', 'SKU,Name,Image', lines)).toEqual([201, undefined]);
});

it('a file of headers that grow when they are compared', async () => {
  const headers = Array.from({ length: 490 }, (_none, column) => `${'\ufdfa'.repeat(190)}${column}`).join();
  expect(await upload('headers of an import', `SKU,Name,${headers}`, ['S-1,Name'])).toEqual([201, undefined]);
});
