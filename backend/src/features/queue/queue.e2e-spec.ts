import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { thread } from '../../../test/support/write-calls';
import { threadTypes } from '../../threads/thread-types';
import type { QueueCountsDto, QueueItemDto } from './queue.dto';
import { lockNext } from './take-next';

const PATHS: Record<string, string> = { question: '/api/customer-questions', problem: '/api/problems' };

let test: TestApp;
let api: Api;
let me: number;
beforeEach(async () => {
  test = await startApp({ RESPONSE_TARGET_HOURS: '24,problem=8' });
  api = await test.signedIn();
  me = (await api.get<{ id: number }>('/api/user')).body.id;
});
afterEach(() => test.close());

const create = async (kind: string, title: string): Promise<number> =>
  (await api.post<{ id: number }>(PATHS[kind], { ...thread, title })).body.id;
const list = async (query = ''): Promise<QueueItemDto[]> => (await api.get<QueueItemDto[]>(`/api/queue?${query}`)).body;
const titles = async (query?: string): Promise<string[]> => (await list(query)).map(({ title }) => title);

/** Two questions and two problems in turn: of the first question somebody takes care, the first problem was answered. */
async function createFour(): Promise<number[]> {
  const ids: number[] = [];
  for (const title of ['Q1', 'P1', 'Q2', 'P2'])
    ids.push(await create(title.startsWith('Q') ? 'question' : 'problem', title));
  await api.patch(`${PATHS.question}/${ids[0]}`, { assigneeId: me });
  await api.post(`${PATHS.problem}/${ids[1]}/responses`, { response: 'Here it is.' });
  return ids;
}

it('lists what is to be done over all kinds, those first whose customers wait longest', async () => {
  const [first, answered] = await createFour();
  expect(await titles()).toEqual(['Q1', 'Q2', 'P2', 'P1']);
  expect(await titles('sort=newest')).toEqual(['P2', 'Q2', 'P1', 'Q1']);
  expect(await titles('sort=oldest')).toEqual(['Q1', 'P1', 'Q2', 'P2']);
  const [one, , , last] = await list();
  const { body } = await api.get<{ createdAt: string }>(`${PATHS.question}/${first}`);
  expect(one).toEqual({
    kind: 'question',
    id: first,
    title: 'Q1',
    status: 'open',
    createdAt: body.createdAt,
    createdById: me,
    waitingSince: body.createdAt,
    assigneeId: me,
    responseCount: 0,
  });
  expect(last).toMatchObject({ kind: 'problem', id: answered, waitingSince: null, responseCount: 1 });
  for (const item of await list()) expect((await api.get(`/api/queue/${item.kind}/${item.id}`)).body).toEqual(item);
  expect((await api.get(`/api/queue/customer-questions/${first}`)).body).toEqual(one);
  expect((await api.get('/api/queue/problem/2147483647')).status).toBe(404);
  expect((await api.get('/api/queue/product/1')).status).toBe(404);
});

it('leaves out what is resolved or put off, unless it is asked for', async () => {
  const [first, , second] = await createFour();
  await api.patch(`${PATHS.question}/${first}/status`, { status: 'resolved' });
  const snoozedUntil = '2126-12-01T08:00:00.000Z';
  await api.patch(`${PATHS.question}/${second}`, { snoozedUntil });
  expect(await titles()).toEqual(['P2', 'P1']);
  expect(await list('snoozed=true')).toMatchObject([{ title: 'Q2', snoozedUntil }]);
  expect(await titles('status=resolved')).toEqual(['Q1']);
  expect(await titles('status=resolved,open&sort=newest')).toEqual(['P2', 'P1', 'Q1']);
  await api.patch(`${PATHS.question}/${second}`, { snoozedUntil: '2020-01-01T00:00:00Z' });
  expect(await titles()).toEqual(['Q2', 'P2', 'P1']);
});

it('counts its parts, narrowed by the filters of the lists', async () => {
  const [first, , second] = await createFour();
  const counts = async (query = ''): Promise<unknown> => (await api.get(`/api/queue/counts?${query}`)).body;
  const totals = (all: number, mine: number, unassigned: number, snoozed: number): object =>
    Object.fromEntries(
      Object.entries({ all, mine, unassigned, snoozed }).map(([part, total]) => [part, { total, isExact: true }]),
    );
  expect(await counts()).toEqual(totals(4, 1, 3, 0));
  await api.patch(`${PATHS.question}/${second}`, { snoozedUntil: '2126-12-01T08:00:00.000Z' });
  expect(await counts()).toEqual(totals(3, 1, 2, 1));
  expect(await counts('kind=question')).toEqual(totals(1, 1, 0, 1));
  await api.patch(`${PATHS.question}/${first}/status`, { status: 'resolved' });
  expect(await counts()).toEqual(totals(2, 0, 2, 1));
  expect(await counts('status=resolved')).toEqual(totals(1, 1, 0, 0));
  const colleague = await test.signedIn();
  expect((await colleague.get('/api/queue/counts')).body).toEqual(totals(2, 0, 2, 1));
  for (const query of ['kind=product', 'status=lost', 'tag=x'])
    expect((await api.get(`/api/queue/counts?${query}`)).status).toBe(400);
});

it('counts up to a bound', async () => {
  await test.source.query(
    `
    INSERT INTO customer_questions (title, description, created_by_id)
    SELECT 'Many', 'Text', $1 FROM generate_series(1, 2001)`,
    [me],
  );
  const { body } = await api.get<QueueCountsDto>('/api/queue/counts');
  expect(body.all).toEqual({ total: 2000, isExact: false });
  expect(body.mine).toEqual({ total: 0, isExact: true });
});

it('is narrowed by the filters of the lists', async () => {
  const [first] = await createFour();
  const tag = (await api.post<{ id: number }>('/api/tags', { name: 'Urgent' })).body.id;
  await api.put(`${PATHS.question}/${first}/tags/${tag}`);
  expect(await list(`tag=${tag}`)).toMatchObject([{ title: 'Q1', tagIds: [tag] }]);
  expect(await titles('assignee=me')).toEqual(['Q1']);
  expect(await titles('assignee=none')).toEqual(['Q2', 'P2', 'P1']);
  expect(await titles('kind=problem')).toEqual(['P2', 'P1']);
  expect(await titles('waiting=true&kind=problem')).toEqual(['P2']);
  expect(await titles('status=in_progress')).toEqual([]);
  expect((await api.get('/api/queue?kind=product')).body.message).toBe('kind must be one of question, problem');
});

it.each(['waiting', 'newest', 'oldest'])('answers each item once over its pages, by %s', async (sort) => {
  // Many of them were created and wait since the same time.
  for (const table of ['customer_questions', 'problems'])
    await test.source.query(
      `INSERT INTO ${table} (title, description, created_by_id, created_at)
       SELECT 'Thread ' || n, 'Text', $1, timestamptz '2026-01-01' + n % 5 * interval '1 hour' FROM generate_series(1, 30) AS n`,
      [me],
    );
  for (let id = 1; id <= 30; id += 3) await api.post(`${PATHS.problem}/${id}/responses`, { response: 'Yes.' });
  const keys = (items: QueueItemDto[]): string[] => items.map(({ kind, id }) => `${kind} ${id}`);
  const whole = keys(await list(`sort=${sort}`));
  expect(new Set(whole).size).toBe(60);
  for (const limit of [1, 7, 60]) {
    const paged: string[] = [];
    for (let path: string | undefined = `/api/queue?sort=${sort}&limit=${limit}`; path;) {
      const page: Awaited<ReturnType<typeof api.get<QueueItemDto[]>>> = await api.get<QueueItemDto[]>(path);
      paged.push(...keys(page.body));
      path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(paged).toEqual(whole);
  }
});

it('refuses a cursor of another list', async () => {
  await createFour();
  const { headers } = await api.get(`${PATHS.question}?limit=1`);
  const cursor = /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1];
  expect((await api.get(`/api/queue?limit=1&cursor=${cursor}`)).status).toBe(400);
});

it('gives what waits longest to who takes it, until nobody waits for what nobody has', async () => {
  const [first, answered, second, last] = await createFour();
  const colleague = await test.signedIn();
  const taken = await colleague.post<QueueItemDto>('/api/queue/next', {});
  const { body: other } = await colleague.get<{ id: number }>('/api/user');
  expect([taken.status, taken.body.id, taken.body.assigneeId]).toEqual([200, second, other.id]);
  expect((await api.post<QueueItemDto>('/api/queue/next', { kind: 'question' })).status).toBe(204);
  expect((await api.post<QueueItemDto>('/api/queue/next', {})).body).toMatchObject({ id: last, kind: 'problem' });
  expect((await api.post('/api/queue/next', {})).status).toBe(204);
  await api.post(`${PATHS.problem}/${answered}/responses`, { response: 'It is broken.', kind: 'customer' });
  expect((await api.post<QueueItemDto>('/api/queue/next', {})).body.id).toBe(answered);
  const { body: history } = await api.get<{ after: object; userId: number }[]>(`${PATHS.question}/${second}/history`);
  expect(history[0]).toMatchObject({ after: { assigneeId: other.id }, userId: other.id });
  await api.post(`/api/change-sets/${taken.headers.get('X-Request-Id')}/revert`, {});
  expect((await api.get<QueueItemDto>(`/api/queue/question/${second}`)).body).not.toHaveProperty('assigneeId');
  expect((await api.get<QueueItemDto>(`/api/queue/question/${first}`)).body.assigneeId).toBe(me);
});

it('takes one for an idempotency key, and none for a dry run', async () => {
  const [, , second, last] = await createFour();
  const tried = await api.post<QueueItemDto>('/api/queue/next?dryRun=true', {});
  expect(tried.body).toMatchObject({ id: second, assigneeId: me });
  expect(await titles('assignee=none')).toEqual(['Q2', 'P2', 'P1']);
  const headers = { 'Idempotency-Key': 'next' };
  const take = async (): Promise<QueueItemDto> =>
    (await api.post<QueueItemDto>('/api/queue/next', {}, { headers })).body;
  expect([await take(), await take()]).toMatchObject([{ id: second }, { id: second }]);
  expect((await api.post<QueueItemDto>('/api/queue/next', {})).body.id).toBe(last);
});

it('passes over what somebody else is about to take', async () => {
  const [, , second, last] = await createFour();
  await test.source.transaction(async (manager) => {
    await manager.query('SELECT FROM customer_questions WHERE id = $1 FOR UPDATE', [second]);
    expect((await api.post<QueueItemDto>('/api/queue/next', {})).body).toMatchObject({ kind: 'problem', id: last });
    expect((await api.post<QueueItemDto>('/api/queue/next', {})).status).toBe(204);
  });
  expect((await api.post<QueueItemDto>('/api/queue/next', {})).body.id).toBe(second);
});

it('looks again where all that waits is locked, such as while it is linked to a product', async () => {
  const [, , second] = await createFour();
  const [linker, taker] = [test.source.createQueryRunner(), test.source.createQueryRunner()];
  await Promise.all([linker.startTransaction(), taker.startTransaction()]);
  await linker.query('SELECT FROM customer_questions WHERE id = $1 FOR SHARE', [second]);
  const { manager } = taker;
  const query = manager.query.bind(manager);
  jest.spyOn(manager, 'query').mockImplementation(async (text: string, values?: object) => {
    const rows = await query<object[]>(text, values);
    if (text.includes('SKIP LOCKED') && rows.length === 0) await linker.commitTransaction();
    return rows;
  });
  const questions = threadTypes().filter(({ kind }) => kind === 'question');
  expect(await lockNext(manager, questions, () => [])).toMatchObject({ id: second });
  await taker.rollbackTransaction();
  await Promise.all([linker.release(), taker.release()]);
});

it('tells within how many hours a response is due', async () => {
  expect((await api.get('/api/queue/settings')).body).toEqual({
    targets: [
      { kind: 'question', hours: 24 },
      { kind: 'problem', hours: 8 },
    ],
  });
});
