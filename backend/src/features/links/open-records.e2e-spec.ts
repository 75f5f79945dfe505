import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { LinkCalls } from '../../../test/support/link-calls';

let test: TestApp;
let api: Api;
let calls: LinkCalls;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  calls = new LinkCalls(api);
});
afterAll(() => test.close());

const QUESTIONS = '/api/customer-questions';
const PROBLEMS = '/api/problems';

async function openOf(...ids: number[]): Promise<unknown> {
  return (await api.get(`/api/products/records/open?ids=${ids.join(',')}`)).body;
}

it('counts the linked questions and problems that are not resolved, for each product that has any', async () => {
  const disc = await calls.createProduct({ sku: 'DISC-9911' });
  const pad = await calls.createProduct({ sku: 'PADS-9911' });
  const other = await calls.createProduct();
  const description = `Does ${disc.sku} go with ${pad.sku}?`;
  const question = await calls.create(QUESTIONS, { description });
  const problem = await calls.create(PROBLEMS, { description: `${disc.sku} squeals` });
  await api.post('/api/updates', { title: disc.sku, content: `${disc.sku} is back`, status: 'active' });
  const [two, one] = [
    { productId: disc.id, count: 2 },
    { productId: pad.id, count: 1 },
  ];
  expect(await openOf(disc.id, pad.id, other.id, disc.id)).toEqual([two, one]);
  await api.patch(`${PROBLEMS}/${problem}/status`, { status: 'in_progress' });
  expect(await openOf(disc.id)).toEqual([two]);
  await api.patch(`${PROBLEMS}/${problem}/status`, { status: 'resolved' });
  expect(await openOf(disc.id)).toEqual([{ ...two, count: 1 }]);
  await api.delete(`${QUESTIONS}/${question}/products/${disc.id}`);
  expect(await openOf(disc.id, pad.id)).toEqual([one]);
});

it.each([
  '',
  '?ids=',
  '?ids=a',
  '?ids=0',
  '?ids=1,',
  '?ids=1&ids=2',
  `?ids=${Array.from({ length: 201 }, (_, n) => n + 1)}`,
])('answers 400 to %s', async (query) => {
  const answer = await api.get<{ message: string }>(`/api/products/records/open${query}`);
  expect([answer.status, answer.body.message]).toEqual([
    400,
    'ids must be 1 to 200 numbers of records, with commas between them',
  ]);
});
