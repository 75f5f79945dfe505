import { Injectable } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';
import { addModule } from '../../test/support/add-module';
import type { Answer, Api } from '../../test/support/api';
import { startApp, type TestApp } from '../../test/support/app';
import { buildProduct } from '../../test/support/factories';
import { fieldProblem } from '../http/field-problem';
import type { Product } from '../features/products/product.entity';
import type { ProblemResponse } from '../features/problems/problem.entity';
import { BeforeWrite, hooksOf, type RecordInput, type Writing } from './before-write';

const seen: string[] = [];
let refused = '';

/** Refuses some products, fills in others, and counts them in a table of its own. */
@Injectable()
class Hooks {
  @BeforeWrite('product')
  async product(draft: RecordInput<Product>, { operation, before, context, manager }: Writing<Product>): Promise<void> {
    seen.push(
      `${operation} ${draft.sku} ${before?.name ?? 'new'} → ${draft.name} by ${context.userId}${context.dryRun ? ', only tried' : ''}`,
    );
    await manager.query('INSERT INTO counted (sku) VALUES ($1)', [draft.sku]);
    if (draft.status === 'odd' || draft.sku === refused) throw fieldProblem('status', 'Status must not be odd');
    if (draft.status === 'even') draft.extraFields = { ...draft.extraFields, Filled: 'in' };
  }

  @BeforeWrite('problem-response')
  response(draft: RecordInput<ProblemResponse>): void {
    draft.response = `${draft.response}!`;
  }
}

addModule(Hooks);

let test: TestApp;
let api: Api;
let user: number;

beforeAll(async () => {
  test = await startApp();
  await test.source.query('CREATE TABLE counted (sku text)');
  api = await test.signedIn();
  user = (await api.get('/api/user')).body.id;
});
beforeEach(() => void (seen.length = 0));
afterAll(() => test.close());

const counted = async (sku: string): Promise<number> =>
  (await test.source.query('SELECT FROM counted WHERE sku = $1', [sku])).length;
const titled = async (sku: string): Promise<string[]> =>
  (await test.source.query<{ name: string }[]>('SELECT name FROM products WHERE sku = $1', [sku])).map(
    ({ name }) => name,
  );

const preview = (file: string): Promise<Answer<any>> =>
  api.post('/api/product-imports', undefined, { raw: file, headers: { 'Content-Type': 'text/csv' } });

describe('a hook', () => {
  it('sees a record before it is created and changed, and fills in fields', async () => {
    const { body: made } = await api.post(
      '/api/products',
      buildProduct({ sku: 'A', name: 'One', status: 'even', extraFields: { Axle: 'front' } }),
    );
    expect(made.extraFields).toEqual({ Axle: 'front', Filled: 'in' });
    const { body: changed } = await api.put(`/api/products/${made.id}`, { ...made, name: 'Two', extraFields: {} });
    expect(changed).toMatchObject({ name: 'Two', extraFields: { Filled: 'in' } });
    expect(seen).toEqual([`insert A new → One by ${user}`, `update A One → Two by ${user}`]);
  });

  it('sees parts of a record, and changes of a status', async () => {
    const { id } = (await api.post('/api/problems', { title: 'Title', description: 'Text' })).body;
    expect((await api.post(`/api/problems/${id}/responses`, { response: 'Answer' })).body.response).toBe('Answer!');
  });

  it('refuses with a sentence at a field, and nothing is written', async () => {
    const answer = {
      status: 400,
      body: { message: 'Status must not be odd', errors: [{ field: 'status', message: 'Status must not be odd' }] },
    };
    expect(await api.post('/api/products', buildProduct({ sku: 'B', status: 'odd' }))).toMatchObject(answer);
    const { body } = await api.post('/api/products', buildProduct({ sku: 'B', name: 'Kept' }));
    expect(await api.put(`/api/products/${body.id}`, { ...body, name: 'Lost', status: 'odd' })).toMatchObject(answer);
    expect(await titled('B')).toEqual(['Kept']);
    expect(await counted('B')).toBe(1);
  });

  it('writes in the transaction of the record: both or none', async () => {
    const { body } = await api.post('/api/products', buildProduct({ sku: 'C' }));
    expect((await api.post('/api/products', buildProduct({ sku: 'C' }))).status).toBe(409);
    expect((await api.put(`/api/products/${body.id}`, body, { headers: { 'If-Match': '"7"' } })).status).toBe(412);
    expect(await counted('C')).toBe(1);
  });

  it('is called when it is only tried out, and what it writes is rolled back', async () => {
    expect(
      (await api.post('/api/products?dryRun=true', buildProduct({ sku: 'D', name: 'Tried', status: 'even' }))).body
        .extraFields,
    ).toEqual({ Filled: 'in' });
    expect(seen).toEqual([`insert D new → Tried by ${user}, only tried`]);
    expect(await counted('D')).toBe(0);
  });

  it('is not called again for a request that is repeated', async () => {
    const key = { headers: { 'Idempotency-Key': 'once' } };
    const product = buildProduct({ sku: 'E', status: 'even' });
    const first = await api.post('/api/products', product, key);
    const again = await api.post('/api/products', product, key);
    expect(again.body).toEqual(first.body);
    expect([first.status, again.status, seen.length, await counted('E')]).toEqual([201, 201, 1, 1]);
  });

  it('is tried out for the preview of an import, whose row is bad where it refuses, also when the file is read in another way', async () => {
    await api.post('/api/products', buildProduct({ sku: 'F', name: 'Former' }));
    seen.length = 0;
    const file = 'SKU,Name,Image,Status\nF,Later,,odd\nG,New,https://shop.example/g.jpg,even';
    const { body } = await preview(file);
    expect(body.counts).toMatchObject({ new: 1, changed: 0, bad: 1 });
    expect((await api.get(`/api/product-imports/${body.id}/rows?state=bad`)).body).toEqual([
      expect.objectContaining({ row: 2, problem: 'Status must not be odd' }),
    ]);
    expect(seen).toEqual([
      `update F Former → Later by ${user}, only tried`,
      `insert G new → New by ${user}, only tried`,
    ]);
    expect([await counted('F'), await counted('G')]).toEqual([1, 0]);
    const columns = ['sku', 'name', 'images', 'ignore'].map((target) => ({ target }));
    expect((await api.put(`/api/product-imports/${body.id}/mapping`, { columns })).body.counts).toMatchObject({
      new: 1,
      changed: 1,
      bad: 0,
    });
    expect(seen.slice(2)).toEqual([
      `update F Former → Later by ${user}, only tried`,
      `insert G new → New by ${user}, only tried`,
    ]);
  });

  it('sees every product of an import when it is applied, and names the row that it refuses', async () => {
    await api.post('/api/products', buildProduct({ sku: 'I', name: 'Former' }));
    const file = 'SKU,Name,Status,Image\nI,Later,even,\nJ,New,even,https://shop.example/g.jpg';
    const first = await preview(file);
    const second = await preview(file);
    refused = 'J';
    expect(await api.post(`/api/product-imports/${first.body.id}/apply`)).toMatchObject({
      status: 400,
      body: { message: 'Row 3: Status must not be odd' },
    });
    refused = '';
    expect([await titled('I'), await titled('J'), await counted('I')]).toEqual([['Former'], [], 1]);
    seen.length = 0;
    expect((await api.post(`/api/product-imports/${second.body.id}/apply`)).status).toBe(200);
    expect(seen).toEqual([`update I Former → Later by ${user}`, `insert J new → New by ${user}`]);
    const products = (await api.get('/api/products?status=even&sort=sku')).body.filter(({ sku }: { sku: string }) =>
      /^[IJ]$/.test(sku),
    );
    expect(products).toEqual([
      expect.objectContaining({ name: 'Later', extraFields: { Filled: 'in' } }),
      expect.objectContaining({ name: 'New', extraFields: { Filled: 'in' } }),
    ]);
  });

  it('is not asked about what was so before: a revert goes past it', async () => {
    const { body } = await api.post('/api/products', buildProduct({ sku: 'H', name: 'One' }));
    await api.put(`/api/products/${body.id}`, { ...body, name: 'Two' });
    const [{ changeSet }] = (await api.get(`/api/products/${body.id}/history`)).body;
    seen.length = 0;
    expect((await api.post(`/api/change-sets/${changeSet}/revert`, {})).status).toBe(200);
    expect([await titled('H'), seen]).toEqual([['One'], []]);
  });
});

it('costs nothing where there is none: a create is one statement without a transaction around it', async () => {
  const transaction = jest.spyOn(test.source, 'transaction');
  await api.post('/api/updates', { title: 'Title', content: 'Text' });
  await api.post(
    '/api/customer-questions',
    { title: 'Title', description: 'Text' },
    { headers: { 'Idempotency-Key': 'plain' } },
  );
  expect(transaction).not.toHaveBeenCalled();
  await api.post('/api/products', buildProduct());
  expect(transaction).toHaveBeenCalledTimes(1);
});

it('no hook may be for a kind that there is not', () => {
  class Misspelt {
    @BeforeWrite('produkt')
    never(): void {
      throw new Error('never');
    }
  }
  const discovery = { getProviders: () => [{ instance: new Misspelt() }] } as unknown as DiscoveryService;
  expect(() => hooksOf(discovery)).toThrow(
    "Misspelt.never is marked with @BeforeWrite('produkt'), and there is no such kind of record",
  );
});
