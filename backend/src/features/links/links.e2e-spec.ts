import { Client } from 'pg';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { LinkCalls, type Linked, type Records } from '../../../test/support/link-calls';
import { inside } from '../../../test/support/processes/app-cluster';

let test: TestApp;
let api: Api;
let calls: LinkCalls;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  calls = new LinkCalls(api);
});
afterAll(() => test.close());

describe.each(['/api/customer-questions', '/api/problems'])('the products of a record, %s', (path) => {
  it('are those that a person linked, with what one needs to answer', async () => {
    const product = await calls.createProduct({ ean: '4006633374668', extraFields: { Axle: 'front' } });
    const id = await calls.create(path);
    expect(await calls.linked(path, id)).toEqual([]);
    const answer = await api.put<Linked>(`${path}/${id}/products/${product.id}`, undefined);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      product: { id: product.id, sku: product.sku, ean: '4006633374668', extraFields: { Axle: 'front' } },
      source: 'person',
      state: 'linked',
    });
    expect(await calls.linked(path, id)).toEqual([answer.body]);
  });

  it('are a filter of its list', async () => {
    const product = await calls.createProduct();
    const id = await calls.create(path);
    await api.put(`${path}/${id}/products/${product.id}`, undefined);
    const { body } = await api.get<{ id: number }[]>(`${path}?product=${product.id}`);
    expect(body.map((row) => row.id)).toEqual([id]);
    const [other, third] = [await calls.create(path), await calls.createProduct()];
    await api.put(`${path}/${other}/products/${third.id}`, undefined);
    const ofEither = await api.get<{ id: number }[]>(`${path}?product=${product.id},${third.id}`);
    expect(ofEither.body.map((row) => row.id)).toEqual([other, id]);
    await api.delete(`${path}/${id}/products/${product.id}`);
    expect((await api.get(`${path}?product=${product.id}`)).body).toEqual([]);
  });

  it('lose one that is removed, and show it again where that is undone', async () => {
    const product = await calls.createProduct();
    const id = await calls.create(path);
    await api.put(`${path}/${id}/products/${product.id}`, undefined);
    const removed = await api.delete(`${path}/${id}/products/${product.id}`);
    expect(removed.status).toBe(204);
    expect(await calls.linked(path, id)).toEqual([]);
    await api.post(`/api/change-sets/${removed.headers.get('X-Request-Id')}/revert`, {});
    expect(await calls.linked(path, id)).toHaveLength(1);
  });

  it('stand in the history of the record', async () => {
    const product = await calls.createProduct();
    const id = await calls.create(path);
    await api.put(`${path}/${id}/products/${product.id}`, undefined);
    const { body } = await api.get<{ kind: string; operation: string }[]>(`${path}/${id}/history`);
    expect(body.map(({ kind, operation }) => [kind, operation])[0]).toEqual(['product-link', 'insert']);
  });

  it('are 404 where the record or the product is not there', async () => {
    const id = await calls.create(path);
    const { id: productId } = await calls.createProduct();
    for (const [method, address] of [
      ['GET', `${path}/2147483647/products`],
      ['PUT', `${path}/2147483647/products/${productId}`],
      ['PUT', `${path}/${id}/products/2147483647`],
      ['DELETE', `${path}/${id}/products/2147483647`],
      ['PUT', `/api/products/${productId}/products/${productId}`],
      ['GET', `/api/nothing/${id}/products`],
    ])
      expect([method, address, (await api.send(method, address, undefined)).status]).toEqual([method, address, 404]);
  });
});

it('go with a record that is deleted, in its change set, and come back with it', async () => {
  const product = await calls.createProduct();
  const id = await calls.create('/api/problems');
  await api.put(`/api/problems/${id}/products/${product.id}`, undefined);
  const deleted = await api.delete(`/api/problems/${id}`);
  expect((await calls.records(product.id)).items).toEqual([]);
  const changeSet = deleted.headers.get('X-Request-Id') as string;
  const logged = await test.source.query<{ kind: string }[]>(
    "SELECT kind FROM changes WHERE change_set = $1 AND operation = 'delete' ORDER BY kind",
    [changeSet],
  );
  expect(logged.map(({ kind }) => kind)).toEqual(['problem', 'product-link']);
  await api.post(`/api/change-sets/${changeSet}/revert`, {});
  expect(await calls.linked('/api/problems', id)).toMatchObject([{ product: { id: product.id }, source: 'person' }]);
});

it('go with a product that is deleted, and come back with it', async () => {
  const raw = 'SKU,Name,Image\nGOES-1,Name,https://shop.example/a.jpg';
  const { body } = await api.post<{ id: number }>('/api/product-imports', undefined, {
    raw,
    headers: { 'Content-Type': 'text/csv' },
  });
  const applied = await api.post(`/api/product-imports/${body.id}/apply`, undefined);
  const { body: found } = await api.get<{ id: number }[]>('/api/products/by-codes?codes=GOES-1');
  const id = await calls.create('/api/problems');
  await api.put(`/api/problems/${id}/products/${found[0].id}`, undefined);
  const undo = async (answer: { headers: Headers }): Promise<{ status: number; headers: Headers }> =>
    api.post(`/api/change-sets/${answer.headers.get('X-Request-Id')}/revert`, {});
  const undone = await undo(applied);
  expect(undone.status).toBe(200);
  expect(await calls.linked('/api/problems', id)).toEqual([]);
  expect((await undo(undone)).status).toBe(200);
  expect(await calls.linked('/api/problems', id)).toMatchObject([{ product: { sku: 'GOES-1' } }]);
});

describe('the records of a product', () => {
  it('are newest first, page by page, with counts by kind and status', async () => {
    const product = await calls.createProduct();
    const made: string[] = [];
    for (const [path, kind] of [
      ['/api/problems', 'problem'],
      ['/api/customer-questions', 'question'],
      ['/api/updates', 'update'],
      ['/api/problems', 'problem'],
    ]) {
      const id = await calls.create(path, kind === 'update' ? { description: undefined, content: 'Text' } : {});
      await api.put(`${path}/${id}/products/${product.id}`, undefined);
      made.unshift(`${kind} ${id}`);
    }
    const keys = ({ items }: Records): string[] => items.map(({ kind, id }) => `${kind} ${id}`);
    const all = await calls.records(product.id);
    expect(keys(all)).toEqual(made);
    expect(all.cursor).toBeNull();
    expect(all.items[0]).toMatchObject({ title: 'Title', status: 'open', responseCount: 0 });
    expect(Date.parse(all.items[0].waitingSince as string)).toBeGreaterThan(0);
    expect(all.items[1]).not.toHaveProperty('responseCount');
    expect(all.counts).toEqual([
      { kind: 'problem', status: 'open', count: 2 },
      { kind: 'question', status: 'open', count: 1 },
      { kind: 'update', status: 'active', count: 1 },
    ]);
    const first = await calls.records(product.id, '?limit=3');
    const second = await calls.records(product.id, `?limit=3&cursor=${first.cursor}`);
    expect([...keys(first), ...keys(second)]).toEqual(made);
    expect(second.cursor).toBeNull();
    expect(keys(await calls.records(product.id, '?kind=question'))).toEqual(made.filter((key) => /question/.test(key)));
  });

  it.each([
    ['/api/products/2147483647/records', 404],
    ['/api/products/1/records?kind=nothing', 404],
    ['/api/products/1/records?cursor=abc', 400],
    ['/api/products/1/records?limit=0', 400],
  ])('%s is %i', async (path, status) => expect((await api.get(path)).status).toBe(status));
});

describe('the suggestions of a record', () => {
  it('go on with others of the same name where ten are rejected or linked', async () => {
    const products = [];
    for (let made = 0; made < 12; made++)
      products.push(await calls.createProduct({ name: 'Zebra finch caliper', sku: `ZFC${'abcdefghijkl'[made]}` }));
    const { id } = (
      await api.post<{ id: number }>('/api/problems', { title: 'The zebra finch caliper', description: 'It squeaks' })
    ).body;
    expect(await calls.linked('/api/problems', id)).toHaveLength(10);
    for (const product of products.slice(0, 9)) await api.delete(`/api/problems/${id}/products/${product.id}`);
    await api.put(`/api/problems/${id}/products/${products[9].id}`, undefined);
    const shown = await calls.linked('/api/problems', id);
    expect(shown.map(({ product, state }) => [product.id, state])).toEqual([
      [products[9].id, 'linked'],
      [products[10].id, 'suggested'],
      [products[11].id, 'suggested'],
    ]);
  });

  it.each([
    ['Ocelot brake disc (front)', 'Ocelot brake disc (front)'],
    ['Ocelot brake disc (rear)', 'Is it the (ocelot brake disc (rear)), or another?'],
    ['Lynx wiper blade 24"', 'Lynx wiper blade 24"'],
    ['(Set) caracal pads', 'Squeaking (set) caracal pads'],
    ['*Serval caliper', 'A *serval caliper!'],
    ['Margay  hub  bearing', 'The margay  hub  bearing hums'],
    ['Kodkod hub bearing', 'The kodkod  hub\nbearing (new) hums'],
  ])('name %j, whose name has signs or spaces, for the text %j', async (name, description) => {
    const product = await calls.createProduct({ name });
    const id = await calls.create('/api/problems', { description });
    expect(await calls.linked('/api/problems', id)).toMatchObject([
      { product: { id: product.id, name }, state: 'suggested' },
    ]);
  });

  inside(
    'come from the start of a long thread, and read neither the rest of it nor descriptions of products',
    async () => {
      const named = await calls.createProduct({ name: 'Quokka hub bearing', description: 'd'.repeat(20_000) });
      await calls.createProduct({ name: 'Wombat hub bearing' });
      const { id } = (await api.post<{ id: number }>('/api/problems', { title: 'Which?', description: 'A text' })).body;
      await test.source.query(
        `INSERT INTO problem_responses (problem_id, response, created_by_id)
       SELECT $1, CASE place WHEN 1 THEN 'The quokka hub bearing' WHEN 3 THEN 'The wombat hub bearing' ELSE repeat('x ', 9000) END, 1
       FROM generate_series(1, 30) AS place`,
        [id],
      );
      const query = jest.spyOn(Client.prototype, 'query');
      const shown = await calls.linked('/api/problems', id);
      const statements = query.mock.calls.map(([statement]: unknown[]) => JSON.stringify(statement));
      const results = (await Promise.all(query.mock.results.map(({ value }) => value as unknown))) as {
        rows?: object[];
      }[];
      // Others read the log of changes at the same time.
      const read = results.filter((_result, index) => /FROM [\\"]*(problem|product)/.test(statements[index]));
      query.mockRestore();
      expect(shown).toMatchObject([{ product: { id: named.id }, state: 'suggested' }]);
      expect(shown[0].product).not.toHaveProperty('description');
      expect(read.length).toBeGreaterThan(2);
      expect(Math.max(...read.map((result) => JSON.stringify(result?.rows ?? []).length))).toBeLessThan(15_000);
    },
  );
});
