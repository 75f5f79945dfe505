import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { buildProduct } from '../../../test/support/factories';

let test: TestApp;
let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

const because = 'The screws may break.';
const recall = (only: object = {}): Promise<{ status: number; body: any }> =>
  api.post('/api/products', buildProduct({ status: 'recalled', description: because, ...only }));
const returnsOf = async (productId: number): Promise<object[]> =>
  (await api.get('/api/returns')).body.filter(
    ({ title }: { title: string }) => title === `Recall of product ${productId}`,
  );

/** Waits for the return of a product. */
async function returnOf(productId: number): Promise<object> {
  for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const [found] = await returnsOf(productId);
    if (found) return found;
  }
  throw new Error('There is no return');
}

describe('a product that is called back', () => {
  it('must say why', async () => {
    const { body } = await api.post('/api/products', buildProduct());
    const message = 'Description must say why the product is called back';
    const refused = { status: 400, body: { message, errors: [{ field: 'description', message }] } };
    expect(await recall({ description: null })).toMatchObject(refused);
    expect(await api.put(`/api/products/${body.id}`, { ...body, status: 'recalled' })).toMatchObject(refused);
  });

  it('may be sent back for a year, unless it says otherwise', async () => {
    expect((await recall()).body.extraFields).toEqual({ 'Return days': '365' });
    expect((await recall({ extraFields: { 'Return days': '30', Axle: 'front' } })).body.extraFields).toEqual({
      'Return days': '30',
      Axle: 'front',
    });
  });

  it('gets a return in the name of whoever called it back, and only one', async () => {
    const { body } = await recall();
    const { email } = (await api.get('/api/user')).body;
    expect(await returnOf(body.id)).toMatchObject({ description: `${email} has called it back.`, status: 'open' });
    await api.put(`/api/products/${body.id}`, { ...body, name: 'Another name' });
    const after = await recall();
    await returnOf(after.body.id);
    expect(await returnsOf(body.id)).toHaveLength(1);
  });
});

describe('the field Return days', () => {
  it('is a number', async () => {
    expect((await api.get('/api/products/extra-fields')).body).toEqual([
      expect.objectContaining({ key: 'Return days', type: 'number', unit: 'days' }),
    ]);
    expect(await api.post('/api/products', buildProduct({ extraFields: { 'Return days': 'many' } }))).toMatchObject({
      status: 400,
      body: { message: 'Return days must be a number' },
    });
    expect(
      (await api.post('/api/products', buildProduct({ extraFields: { 'Return days': '14' } }))).body.extraFields,
    ).toEqual({ 'Return days': '14' });
  });
});
