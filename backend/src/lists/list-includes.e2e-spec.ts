import { request } from 'node:http';
import { startApp, type TestApp } from '../../test/support/app';
import type { Api } from '../../test/support/api';
import { direct } from '../../test/support/processes/app-cluster';
import { buildProduct } from '../../test/support/factories';

let test: TestApp;
let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

const list = async (path: string): Promise<any[]> => (await api.get<any[]>(path)).body;

it.each(['customer-questions', 'problems'])('a page of %s says how many responses each has, if asked', async (name) => {
  const path = `/api/${name}`;
  for (const title of ['Answered', 'Waiting']) await api.post(path, { title, description: 'Does it fit?' });
  const answered = (await list(path)).find(({ title }) => title === 'Answered');
  for (const response of ['Yes.', 'Surely.']) await api.post(`${path}/${answered.id}/responses`, { response });
  const page = await list(`${path}?limit=5&include=responseCount`);
  expect(page.map(({ title, responseCount }) => [title, responseCount])).toEqual([
    ['Waiting', 0],
    ['Answered', 2],
  ]);
  const [found] = await list(`${path}/search?q=answered&limit=5&include=responseCount`);
  expect(found.responseCount).toBe(2);
  const without = page.map(({ responseCount: _responses, ...record }) => record);
  expect(await list(`${path}?limit=5`)).toEqual(without);
  expect(await list(path)).toEqual(without);
  // A whole list is sent as fast as it is read.
  expect(await list(`${path}?include=responseCount`)).toEqual(without);
  expect((await api.get(`${path}?limit=5&include=all`)).status).toBe(400);
});

it('a page of products says when and by whom each was last changed, if asked', async () => {
  const { body: product } = await api.post<any>('/api/products', buildProduct());
  const { body: user } = await api.get<any>('/api/user');
  const read = async (): Promise<any> => (await list('/api/products?limit=5&images=url&include=lastChange'))[0];
  const created = await read();
  expect(created.changedById).toBe(user.id);
  expect(Date.now() - Date.parse(created.changedAt)).toBeLessThan(60_000);
  await test.source.query('UPDATE products SET name = $1 WHERE id = $2', ['Renamed', product.id]);
  const changed = await read();
  expect(changed).toMatchObject({ name: 'Renamed', changedById: null });
  expect(Date.parse(changed.changedAt)).toBeGreaterThan(Date.parse(created.changedAt));
  const { changedAt: _at, changedById: _by, ...plain } = changed;
  expect(await list('/api/products?limit=5&images=url')).toEqual([plain]);
  expect(await list('/api/products?images=url&include=lastChange')).toEqual([plain]);
});

it.each([
  ['customer-questions', 'include=responseCount'],
  ['problems', 'include=responseCount'],
  ['products', 'images=url&include=lastChange'],
])('a page of %s still says that its matches are partial', async (name, include) => {
  if (name === 'products') await api.post('/api/products', buildProduct({ name: 'Vergaser', sku: 'VG-1' }));
  else await api.post(`/api/${name}`, { title: 'Vergaser', description: 'Does it fit?' });
  const search = `/api/${name}/search?sort=relevance&limit=1&${include}&q=`;
  expect((await api.get(`${search}vergaser%20zzzz`)).headers.get('x-matches')).toBe('partial');
  expect((await api.get(`${search}vergaser`)).headers.get('x-matches')).toBeNull();
});

direct('leads to the next page whatever host the first line of a request names', async () => {
  for (const sku of ['HOST-1', 'HOST-2']) await api.post('/api/products', buildProduct({ sku }));
  for (const host of ['1.2.3.999', 'h:99999', 'shop.example']) {
    const path = `http://${host}/api/products?sort=name&limit=1#part`;
    const [status, link] = await new Promise<unknown[]>((resolve, reject) => {
      request(api.url, { path, headers: { Cookie: api.cookie } }, (answer) => {
        answer.resume();
        resolve([answer.statusCode, answer.headers.link]);
      })
        .on('error', reject)
        .end();
    });
    expect([status, link]).toEqual([200, expect.stringMatching(/^<\/api\/products\?sort=name&limit=1&cursor=\w+>/)]);
  }
});
