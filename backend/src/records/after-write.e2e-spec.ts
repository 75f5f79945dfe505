import { Injectable } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';
import { addModule } from '../../test/support/add-module';
import type { Api } from '../../test/support/api';
import { startApp, type TestApp } from '../../test/support/app';
import { buildProduct } from '../../test/support/factories';
import type { Product } from '../features/products/product.entity';
import type { Question } from '../features/questions/question.entity';
import { fieldProblem } from '../http/field-problem';
import { AfterWrite, FollowUps, type FollowUp, type PlannedWrite } from './after-write';

let asked: PlannedWrite<Product | Question>[] = [];

/** Notes each product in a table of its own, but for the quiet ones, and refuses some once they are written. */
@Injectable()
class Notes {
  @AfterWrite(() => ['product', 'question'])
  plan(write: PlannedWrite<Product | Question>): Promise<FollowUp<Product>> | undefined {
    asked.push(write);
    if (write.kind !== 'product' || ('status' in write.input && write.input.status === 'quiet')) return undefined;
    return Promise.resolve(async ({ id, status }, manager) => {
      await manager.query('INSERT INTO noted SELECT id, name FROM products WHERE id = $1', [id]);
      if (status === 'odd') throw fieldProblem('status', 'Status must not be odd');
    });
  }
}

addModule(Notes);

let test: TestApp;
let api: Api;
let user: number;

beforeAll(async () => {
  test = await startApp();
  await test.source.query('CREATE TABLE noted (id integer, name text)');
  api = await test.signedIn();
  user = (await api.get('/api/user')).body.id;
});
beforeEach(async () => {
  asked = [];
  await test.source.query('TRUNCATE noted');
});
afterAll(() => test.close());

const noted = (): Promise<object[]> => test.source.query('SELECT id, name FROM noted ORDER BY name');
const namesOf = (sku: string): Promise<object[]> =>
  test.source.query('SELECT name FROM products WHERE sku = $1', [sku]);

it('asks before a create and a change, with the record as it was and as it will be, and on whose behalf', async () => {
  const { body: made } = await api.post('/api/products', buildProduct({ sku: 'A', name: 'One' }));
  await api.put(`/api/products/${made.id}`, { ...made, name: 'Two' });
  expect(asked).toMatchObject([
    { kind: 'product', operation: 'insert', input: { sku: 'A', name: 'One' }, before: null },
    { kind: 'product', operation: 'update', input: { id: made.id, name: 'Two' }, before: { id: made.id, name: 'One' } },
  ]);
  expect(asked.map(({ context }) => context.userId)).toEqual([user, user]);
});

it('asks about a status that changes alone, with the status alone', async () => {
  const { body } = await api.post('/api/customer-questions', { title: 'Title', description: 'Text' });
  await api.patch(`/api/customer-questions/${body.id}/status`, { status: 'resolved' });
  expect(asked).toMatchObject([
    { kind: 'question', operation: 'insert' },
    { kind: 'question', operation: 'update', before: null },
  ]);
  expect(asked[1].input).toEqual({ status: 'resolved' });
});

it('runs the follow-up once the record is written, with its number', async () => {
  const { body: made } = await api.post('/api/products', buildProduct({ sku: 'B', name: 'One' }));
  expect(await noted()).toEqual([{ id: made.id, name: 'One' }]);
  await api.put(`/api/products/${made.id}`, { ...made, name: 'Two' });
  expect(await noted()).toEqual([
    { id: made.id, name: 'One' },
    { id: made.id, name: 'Two' },
  ]);
});

it('writes both or none: a follow-up that throws undoes the write, and what it wrote itself', async () => {
  const { status, body } = await api.post('/api/products', buildProduct({ sku: 'C', status: 'odd' }));
  expect([status, body.message]).toEqual([400, 'Status must not be odd']);
  expect([await namesOf('C'), await noted()]).toEqual([[], []]);
  const { body: made } = await api.post('/api/products', buildProduct({ sku: 'C', name: 'Kept' }));
  const change = { ...made, name: 'Lost', status: 'odd' };
  expect((await api.put(`/api/products/${made.id}`, change)).status).toBe(400);
  expect([await namesOf('C'), await noted()]).toEqual([[{ name: 'Kept' }], [{ id: made.id, name: 'Kept' }]]);
});

it('undoes the follow-up of a dry run', async () => {
  expect((await api.post('/api/products?dryRun=true', buildProduct({ sku: 'D' }))).status).toBe(201);
  expect([asked.length, await noted()]).toEqual([1, []]);
});

it('costs nothing where there is nothing to do: a create is one statement without a transaction around it', async () => {
  const transaction = jest.spyOn(test.source, 'transaction');
  await api.post('/api/products', buildProduct({ sku: 'E', status: 'quiet' }));
  expect([asked.length, transaction.mock.calls.length]).toEqual([1, 0]);
  await api.post('/api/products', buildProduct({ sku: 'F' }));
  expect(transaction).toHaveBeenCalledTimes(1);
});

it('may not be for a kind that there is not', () => {
  class Misspelt {
    @AfterWrite('produkt')
    never(): undefined {
      throw new Error('never');
    }
  }
  const discovery = { getProviders: () => [{ instance: new Misspelt() }] } as unknown as DiscoveryService;
  expect(() => new FollowUps(discovery).onModuleInit()).toThrow(
    "Misspelt.never is marked with @AfterWrite('produkt'), and there is no such kind of record",
  );
});
