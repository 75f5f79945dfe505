import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { buildProduct } from '../../../test/support/factories';
import { ProductField } from '../../records/product-field';

const declared = [
  { key: 'Weight', type: 'number', unit: 'kg', help: 'With its packaging.' },
  { key: 'On sale from', type: 'date' },
  { key: 'Colour', type: 'choice', choices: ['black', 'grey'] },
  { key: 'Note', type: 'text' },
] as const;
for (const field of declared)
  ProductField({ ...field, choices: 'choices' in field ? [...field.choices] : undefined })(class {});

let test: TestApp;
let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

it('are listed with their rules', async () => {
  const none = { choices: null, unit: null, help: null, pattern: null, message: null };
  expect((await api.get('/api/products/extra-fields')).body).toEqual([
    { ...none, ...declared[0], pattern: expect.any(String), message: 'Weight must be a number' },
    { ...none, ...declared[1], pattern: expect.any(String), message: 'On sale from must be a date such as 2026-11-21' },
    { ...none, ...declared[2], message: 'Colour must be one of black, grey' },
    { ...none, ...declared[3] },
  ]);
});

it.each([
  ['Weight', '2.5'],
  ['Weight', '-3'],
  ['Weight', '0'],
  ['On sale from', '2028-02-29'],
  ['Colour', 'grey'],
  ['Note', 'two words\nand a line'],
  ['weight', 'as it likes'],
  ['Length', 'free'],
])('%s may be %j, and stays as it was given', async (key, value) => {
  const { status, body } = await api.post('/api/products', buildProduct({ extraFields: { [key]: value } }));
  expect([status, body.extraFields]).toEqual([201, { [key]: value }]);
});

it.each([
  ['Weight', 'heavy', 'Weight must be a number'],
  ['Weight', '2,5', 'Weight must be a number'],
  ['Weight', '1e3', 'Weight must be a number'],
  ['Weight', ' 2', 'Weight must be a number'],
  ['On sale from', '2027-02-29', 'On sale from must be a date such as 2026-11-21'],
  ['On sale from', '21.11.2026', 'On sale from must be a date such as 2026-11-21'],
  ['Colour', 'Grey', 'Colour must be one of black, grey'],
])('%s may not be %j', async (key, value, message) => {
  const refused = { status: 400, body: { message, errors: [{ field: 'extraFields', message }] } };
  expect(await api.post('/api/products', buildProduct({ extraFields: { [key]: value } }))).toMatchObject(refused);
  const { body } = await api.post('/api/products', buildProduct());
  expect(await api.put(`/api/products/${body.id}`, { ...body, extraFields: { [key]: value } })).toMatchObject(refused);
});

it('may be left out, or be empty, which is not kept', async () => {
  expect(
    (await api.post('/api/products', buildProduct({ extraFields: { Weight: '', Colour: 'black' } }))).body.extraFields,
  ).toEqual({ Colour: 'black' });
});

it('have the same rules in an import, and their values come back from an export', async () => {
  const image = 'https://shop.example/a.jpg';
  const file = `SKU,Name,Image,Weight,Colour\nI-1,Good,${image},2.5,\nI-2,Bad,${image},heavy,black`;
  const { body } = await api.post('/api/product-imports', undefined, {
    raw: file,
    headers: { 'Content-Type': 'text/csv' },
  });
  expect(body.counts).toMatchObject({ new: 1, bad: 1 });
  const [, bad] = (await api.get(`/api/product-imports/${body.id}/rows`)).body;
  expect(bad).toMatchObject({ state: 'bad', problem: 'Weight must be a number' });
  await api.post(`/api/product-imports/${body.id}/apply`);
  expect((await api.get('/api/products/search?q=I-1')).body).toEqual([
    expect.objectContaining({ extraFields: { Weight: '2.5' } }),
  ]);
  expect((await api.get('/api/products/export?q=I-1')).text).toContain('2.5');
});

it('cannot be declared twice', () => {
  expect(() => ProductField({ key: 'Weight', type: 'text' })(class {})).toThrow(
    'Two modules have a product field that is called Weight',
  );
});
