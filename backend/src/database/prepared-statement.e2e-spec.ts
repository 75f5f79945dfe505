import { Client } from 'pg';
import { startApp, type TestApp } from '../../test/support/app';
import type { Api } from '../../test/support/api';
import { buildProduct } from '../../test/support/factories';
import { findAllBy, findById } from './prepared-statement';

let test: TestApp;
let api: Api;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

/** What the readers of the change log, the unfinished work and who has left ask, now and then. */
const BACKGROUND =
  /fill times of threads|^SELECT "User"|record_watches|changes_horizon|change_listeners|FROM changes|FROM "(update_answers|stepwise_change_sets|notifications)"|UPDATE stepwise_change_sets|thread_times|^DELETE FROM|^(BEGIN|START|COMMIT)/;

/** What is asked of the database on behalf of some requests; not the signs of life, and not the word to other processes. */
async function statements(requests: () => Promise<unknown>): Promise<string[]> {
  const query = jest.spyOn(Client.prototype, 'query');
  await requests();
  const texts = query.mock.calls
    .map(([statement]) => statement as unknown as string | { name?: string; text: string })
    .map((statement) => (typeof statement === 'string' ? statement : (statement.name ?? statement.text)));
  query.mockRestore();
  return texts.filter((text) => text !== 'SELECT 1' && text !== 'notify' && !BACKGROUND.test(text.trim()));
}

it.each([
  ['products', buildProduct({ extraFields: { Axle: 'front' } })],
  ['problems', { title: 'Broken', description: 'It came broken.', images: ['https://shop.example/1.jpg'] }],
  ['customer-questions', { title: 'Does it fit?', description: 'A Golf VII.' }],
  ['updates', { title: 'News', content: 'All sizes are in.' }],
])('asks the database twice for a request of %s: for the session and for the record', async (path, body) => {
  await api.post(`/api/${path}`, body);
  const id = (await api.post<{ id: number }>(`/api/${path}`, path === 'products' ? buildProduct() : body)).body.id;
  expect(await statements(() => api.get(`/api/${path}/${id}`))).toEqual([
    'read session',
    expect.stringMatching(/ by id$/),
  ]);
  const again = path === 'products' ? buildProduct() : body;
  expect(
    await statements(() =>
      api.post(`/api/${path}`, again, { headers: { 'Idempotency-Key': `once ${path}`.replace(' ', '-') } }),
    ),
  ).toEqual(['read session', expect.stringMatching(/^statement \d+$/)]);
});

it.each([
  ['problems', { title: 'Broken', description: 'It came broken.' }],
  ['customer-questions', { title: 'Does it fit?', description: 'A Golf VII.' }],
])('asks the database twice to change the status of one of the %s', async (path, body) => {
  const { id } = (await api.post<{ id: number }>(`/api/${path}`, body)).body;
  const resolve = () =>
    api.patch(`/api/${path}/${id}/status`, { status: 'resolved' }, { headers: { 'If-Match': '"1"' } });
  expect(await statements(resolve)).toEqual(['read session', expect.stringMatching(/^statement \d+$/)]);
  expect((await api.get(`/api/${path}/${id}`)).body).toMatchObject({ status: 'resolved' });
  // What answers nothing is looked at more closely.
  expect((await resolve()).status).toBe(412);
});

it('reads the responses of a question in one go, and asks after the question only where there are none', async () => {
  const { id } = (
    await api.post<{ id: number }>('/api/customer-questions', { title: 'Does it fit?', description: 'A Golf VII.' })
  ).body;
  expect(await statements(() => api.get(`/api/customer-questions/${id}/responses`))).toHaveLength(3);
  await api.post(`/api/customer-questions/${id}/responses`, { response: 'It does.' });
  expect(await statements(() => api.get(`/api/customer-questions/${id}/responses`))).toHaveLength(2);
});

it.each(['Product', 'Problem', 'Question', 'Update'])('answers the row of a %s as TypeORM does', async (entity) => {
  const repository = test.source.getRepository<{ id: number }>(entity);
  const [record] = await repository.find({ take: 1 });
  expect(await findById(repository, record.id)).toEqual({ ...record });
  expect(await findAllBy(repository, 'id', record.id)).toEqual([{ ...record }]);
  expect(await findById(repository, 2147483647)).toBeNull();
});
