import { DataSource } from 'typeorm';
import { startApp, type TestApp } from '../../../test/support/app';
import type { Api } from '../../../test/support/api';
import { buildProduct } from '../../../test/support/factories';
import { inside } from '../../../test/support/processes/app-cluster';
import { queueOf } from '../../http/budgets/queued';
import { TryLater } from '../../http/try-later';
import { currentReplica, withReplica } from '../../platform/replicas/replica-context';
import { countViews } from './count-views';
import { View } from './view.entity';

let test: TestApp;
let api: Api;
let colleague: Api;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  colleague = await test.signedIn();
  for (const status of ['open', 'open', 'in_progress', 'resolved']) {
    await api.post('/api/customer-questions', { title: 'Brake', description: 'Does it fit?', status });
    await api.post('/api/problems', { title: 'Brake', description: 'It squeaks', status });
  }
});
afterAll(() => test.close());

const view = { name: 'Open ones', list: 'question', query: 'status=open' };

it('counts what each view lists', async () => {
  const expected: Record<string, number> = {};
  for (const [list, query, total] of [
    ['question', '', 4],
    ['question', 'status=open,in_progress&assignee=none', 3],
    ['problem', 'status=open&sort=oldest', 2],
    ['question', 'q=brake&status=open', 2],
    ['queue', '', 6],
    ['queue', 'status=resolved', 2],
    ['queue', 'q=squeaks&sort=newest', 3],
    ['queue', 'kind=problem', 3],
    ['queue', 'assignee=me', 0],
    ['product', 'hasImages=true', 0],
  ] as const)
    expected[(await api.post<any>('/api/views', { name: `${list} ${query}`, list, query })).body.id] = total;
  const { body } = await api.get<{ id: number; total: number; isExact: boolean }[]>('/api/views/counts');
  expect(Object.fromEntries(body.map(({ id, total }) => [id, total]))).toEqual(expected);
  expect(body.every(({ isExact }) => isExact)).toBe(true);
  expect((await colleague.get('/api/views/counts')).body).toEqual([]);
});

it('counts a search of blanks like the list that shows all', async () => {
  // More than a search ranks.
  await test.source.query(
    `INSERT INTO updates (title, content, created_by_id) SELECT 'Recall', 'Text', min(id) FROM users, generate_series(1, 1200) AS one GROUP BY one`,
  );
  const { body } = await api.post<any>('/api/views', { ...view, list: 'update', query: 'status=active&q=+%20' });
  const counts = await api.get('/api/views/counts?list=update');
  expect(counts.body).toEqual([{ id: body.id, total: 1200, isExact: true }]);
});

inside('counts each search in its turn, and leaves out one that finds no place or takes too long', async () => {
  const { body: other } = await api.post<any>('/api/views', { ...view, name: 'A', query: 'q=brake' });
  const { body: refused } = await api.post<any>('/api/views', { ...view, name: 'B', query: 'q=brake' });
  const counted = async (): Promise<number[]> =>
    (await api.get<{ id: number }[]>('/api/views/counts?list=question')).body.map(({ id }) => id);
  const all = await counted();
  expect(all).toEqual(expect.arrayContaining([other.id, refused.id]));
  const run = jest.spyOn(queueOf('searches'), 'run');
  // All without a search together, the first search, the second one.
  const refuse = (error: Error): void => {
    for (let turn = 0; turn < 2; turn++) run.mockImplementationOnce((_user, count) => count());
    run.mockRejectedValueOnce(error);
  };
  refuse(new TryLater(429, 'Too many searches are under way', 2));
  const rest = await counted();
  refuse(Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }));
  expect(await counted()).toEqual(rest);
  run.mockRejectedValue(new TryLater(429, 'Too many searches are under way', 2));
  expect(await counted()).toEqual([]);
  const users = new Set(run.mock.calls.map(([user]) => user));
  run.mockRestore();
  expect(rest).toEqual(all.filter((id) => id !== refused.id));
  expect(users).toEqual(new Set([other.createdById]));
});

describe('a count that takes too long', () => {
  const countsOf = async (): Promise<unknown> => (await api.get<any>('/api/views/counts?list=product')).body;
  const ids: number[] = [];
  beforeAll(async () => {
    await api.post('/api/products', buildProduct({ extraFields: { Axle: 'vo' } }));
    for (const query of ['field=Axle:slow', 'field=Axle:vo', 'sort=sku', 'sort=name'])
      ids.push((await api.post<any>('/api/views', { name: query, list: 'product', query })).body.id);
  });
  afterAll(async () => {
    for (const id of ids) await api.delete(`/api/views/${id}`);
  });

  it('of an extra field is stopped and left out', async () => {
    const [{ definition }] = await test.source.query<{ definition: string }[]>(
      "SELECT pg_get_functiondef('like_pattern(text)'::regprocedure) AS definition",
    );
    await test.source.query(
      `CREATE OR REPLACE FUNCTION like_pattern(word text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
       BEGIN IF word = 'slow' THEN PERFORM pg_sleep(20); END IF; RETURN '%' || word || '%'; END $$`,
    );
    try {
      const counts = await countsOf();
      expect(counts).toContainEqual({ id: ids[1], total: 1, isExact: true });
      expect(counts).toContainEqual({ id: ids[2], total: 1, isExact: true });
      expect(counts).not.toContainEqual(expect.objectContaining({ id: ids[0] }));
    } finally {
      await test.source.query(definition);
    }
  });

  inside('of all is done view by view, without the slow one', async () => {
    const query = test.source.query.bind(test.source);
    const isSlow = (text: string, values: unknown[] = []): boolean =>
      text.includes('count(*)') && values.includes(ids[2]);
    const spy = jest
      .spyOn(test.source, 'query')
      .mockImplementation((text, values, runner) =>
        isSlow(String(text), values as unknown[])
          ? query('SELECT pg_sleep(20)', [], runner)
          : query(text, values, runner),
      );
    const started = performance.now();
    const counts = await countsOf();
    spy.mockRestore();
    // It takes two seconds among the others, and two alone.
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(counts).toContainEqual({ id: ids[3], total: 1, isExact: true });
    expect(counts).not.toContainEqual(expect.objectContaining({ id: ids[2] }));
  });

  inside('burdens the replica alone, however the views are counted', async () => {
    const views = await test.source.getRepository(View).find({ where: { list: 'product' } });
    const queries = ['field=Axle:vo', 'sort=sku', 'q=brake', 'q=brake&sort=sku'];
    const counted = queries.map((query, id) => ({ ...views[0], id, query }));
    const replica = await new DataSource(test.source.options).initialize();
    const misled: unknown[] = [];
    const spies = (['query', 'transaction'] as const).map((name) => {
      const real = test.source[name].bind(test.source) as (...given: unknown[]) => Promise<never>;
      return jest.spyOn(test.source, name).mockImplementation((...given: unknown[]) => {
        // What the app does by itself has no replica.
        if (currentReplica()) misled.push(given[0]);
        return real(...given);
      });
    });
    try {
      const counts = await withReplica(replica, () => countViews(test.source, counted, views[0].createdById));
      expect(counts.map(({ id }) => id).sort()).toEqual([0, 1, 2, 3]);
      expect(misled).toEqual([]);
    } finally {
      for (const spy of spies) spy.mockRestore();
      await replica.destroy();
    }
  });
});

it('counts the views of one list, however many there are of others', async () => {
  for (let at = 0; at < 50; at += 1) await colleague.post('/api/views', { ...view, name: `A ${at}` });
  const { body } = await colleague.post<any>('/api/views', { ...view, name: 'Z', list: 'problem' });
  const counted = { id: body.id, total: 2, isExact: true };
  expect((await colleague.get('/api/views/counts')).body).not.toContainEqual(counted);
  expect((await colleague.get('/api/views/counts?list=problem')).body).toEqual([counted]);
  expect((await colleague.get('/api/views/counts?list=none')).status).toBe(400);
});
