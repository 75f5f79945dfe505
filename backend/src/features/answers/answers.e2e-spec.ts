import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { recordCalls } from '../../../test/support/calls/record-calls';
import { buildProduct } from '../../../test/support/factories';
import { inside } from '../../../test/support/processes/app-cluster';
import { thread } from '../../../test/support/write-calls';
import { queueOf } from '../../http/budgets/queued';
import type { AnsweredDto } from './answers.dto';

let test: TestApp;
let api: Api;
let userId: number;
let update: number;

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  userId = (await api.get<{ id: number }>('/api/user')).body.id;
  update = await create('/api/updates', { title: 'Recall', content: 'Please send it back.' });
});
afterAll(() => test.close());

const { create, read } = recordCalls(() => api);

async function answer(body: object, query = '', headers = {}): Promise<AnsweredDto & { status: number }> {
  const sent = await api.post<AnsweredDto>(`/api/updates/${update}/answers${query}`, body, { headers });
  return { ...sent.body, status: sent.status };
}

it('answers what is open and leaves what is resolved or gone, as one change that is taken back at once', async () => {
  const [question, problem] = [
    await create('/api/customer-questions', thread),
    await create('/api/problems', { ...thread, status: 'in_progress' }),
  ];
  const resolved = await create('/api/problems', { ...thread, status: 'resolved' });
  const items = [
    { kind: 'question', id: question },
    { kind: 'problem', id: problem },
    { kind: 'problem', id: resolved },
    { kind: 'problem', id: 2147483647 },
  ];
  const { changeSet, ...counts } = await answer({ items, status: 'resolved' });
  expect(counts).toEqual({ status: 200, answered: 2, skipped: 2 });
  const response = { response: 'Please send it back.', updateId: update, createdById: userId };
  expect(await read('question', question)).toMatchObject({ status: 'resolved', responses: [response] });
  expect(await read('problem', problem)).toMatchObject({ status: 'resolved', responses: [response] });
  expect((await read('problem', resolved)).responses).toEqual([]);
  const activity = await api.get<{ changeSet: string }[]>('/api/activity?limit=50');
  expect(activity.body.filter((entry) => entry.changeSet === changeSet)).toHaveLength(1);
  expect((await api.post(`/api/change-sets/${changeSet}/revert`, {})).status).toBe(200);
  expect(await read('question', question)).toEqual({ status: 'open', responses: [] });
  expect(await read('problem', problem)).toEqual({ status: 'in_progress', responses: [] });
});

it('links what it answers to the products that its text names, and takes that back too', async () => {
  await api.post('/api/products', buildProduct({ sku: 'RCL-2231' }));
  const recall = await create('/api/updates', { title: 'Recall', content: 'RCL-2231 may fray. Please send it back.' });
  const id = await create('/api/problems', thread);
  const linked = async (): Promise<object[]> => (await api.get<object[]>(`/api/problems/${id}/products`)).body;
  expect(await linked()).toEqual([]);
  const { body } = await api.post<AnsweredDto>(`/api/updates/${recall}/answers`, { items: [{ kind: 'problem', id }] });
  expect(await linked()).toMatchObject([{ product: { sku: 'RCL-2231' }, source: 'code', state: 'linked' }]);
  await api.post(`/api/change-sets/${body.changeSet}/revert`, {});
  expect(await linked()).toEqual([]);
});

it('sends another text than that of the update, and links what is answered to the products that it names', async () => {
  await api.post('/api/products', buildProduct({ sku: 'TXT-4471' }));
  const id = await create('/api/problems', thread);
  const items = [{ kind: 'problem', id }];
  const text = 'Dear customer,\nplease send TXT-4471 back.';
  expect(await answer({ items, text: ` ${text} ` }, '?dryRun=true')).toMatchObject({ status: 200, answered: 1 });
  expect((await read('problem', id)).responses).toEqual([]);
  expect(await answer({ items, text: ` ${text} ` })).toMatchObject({ status: 200, answered: 1 });
  expect((await read('problem', id)).responses).toMatchObject([{ response: text, updateId: update }]);
  const linked = await api.get<object[]>(`/api/problems/${id}/products`);
  expect(linked.body).toMatchObject([{ product: { sku: 'TXT-4471' }, source: 'code' }]);
  expect((await api.get(`/api/updates/${update}`)).body).toMatchObject({ content: 'Please send it back.' });
});

it('does not send another text under a key that was used with one', async () => {
  const id = await create('/api/problems', thread);
  const send = (text?: string, query = ''): Promise<object> =>
    answer({ items: [{ kind: 'problem', id }], text }, query, { 'Idempotency-Key': 'worded' });
  expect(await send('Dear customer', '?dryRun=true')).toMatchObject({ status: 200, answered: 1 });
  const first = await send('Dear customer');
  expect(await send('Dear customer')).toEqual(first);
  for (const query of ['', '?dryRun=true'])
    for (const text of ['Dear Sir', undefined]) expect(await send(text, query)).toMatchObject({ status: 422 });
  expect((await read('problem', id)).responses).toMatchObject([{ response: 'Dear customer' }]);
});

it('refuses a text that is longer than a response can be', async () => {
  for (const query of ['?waiting=true', '?waiting=true&dryRun=true'])
    expect(await answer({ text: 'x'.repeat(20_001) }, query)).toMatchObject({
      status: 400,
      message: 'Text must be at most 20000 characters',
    });
});

it('counts an item that is named twice once', async () => {
  const item = { kind: 'problem', id: await create('/api/problems', thread) };
  const counts = { status: 200, answered: 1, skipped: 0 };
  expect(await answer({ items: [item, item] }, '?dryRun=true')).toMatchObject(counts);
  expect(await answer({ items: [item, item] })).toMatchObject(counts);
});

it('leaves the status where none is given', async () => {
  const id = await create('/api/problems', thread);
  await answer({ items: [{ kind: 'problem', id }] });
  expect(await read('problem', id)).toMatchObject({ status: 'open', responses: [{ updateId: update }] });
});

it('answers what a filter holds, of one kind or of all', async () => {
  const other = await test.signedIn();
  const { id: colleague } = (await other.get<{ id: number }>('/api/user')).body;
  const ids = [await create('/api/problems', thread), await create('/api/customer-questions', thread)];
  await api.patch(`/api/problems/${ids[0]}`, { assigneeId: colleague });
  await api.patch(`/api/customer-questions/${ids[1]}`, { assigneeId: colleague });
  const preview = await answer({ status: 'resolved' }, `?assignee=${colleague}&dryRun=true`);
  expect(preview).toMatchObject({ status: 200, answered: 2, skipped: 0 });
  expect((await read('problem', ids[0])).responses).toEqual([]);
  expect(await answer({}, `?assignee=${colleague}&kind=question`)).toMatchObject({ answered: 1 });
  expect(await answer({ status: 'resolved' }, `?assignee=${colleague}`)).toMatchObject({ answered: 2 });
  expect(await answer({ status: 'resolved' }, `?assignee=${colleague}`)).toMatchObject({ answered: 0 });
});

it('skips named items that do not pass the filter, such as one that a colleague has answered since', async () => {
  const ids = [await create('/api/problems', thread), await create('/api/problems', thread)];
  await api.post(`/api/problems/${ids[0]}/responses`, { response: 'Already answered' });
  const items = ids.map((id) => ({ kind: 'problem', id }));
  const counts = { status: 200, answered: 1, skipped: 1 };
  expect(await answer({ items }, '?waiting=true&dryRun=true')).toMatchObject(counts);
  const send = (): ReturnType<typeof answer> => answer({ items }, '?waiting=true', { 'Idempotency-Key': 'waiting' });
  expect([await send(), await send()]).toMatchObject([counts, counts]);
  expect((await read('problem', ids[0])).responses).toMatchObject([{ response: 'Already answered' }]);
  expect((await read('problem', ids[1])).responses).toMatchObject([{ updateId: update }]);
});

it('answers a repeated request once', async () => {
  const id = await create('/api/problems', thread);
  const send = (): Promise<object> => answer({ items: [{ kind: 'problem', id }] }, '', { 'Idempotency-Key': 'once' });
  expect(await send()).toEqual(await send());
  expect((await read('problem', id)).responses).toHaveLength(1);
});

inside('leaves nothing to be done when it has no place among the long jobs', async () => {
  const id = await create('/api/problems', thread);
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const jobs = Array.from({ length: 4 }, () => queueOf('jobs').run(userId, () => ended));
  const begun = (): Promise<{ count: number }[]> =>
    test.source.query('SELECT count(*)::integer AS count FROM update_answers');
  const before = await begun();
  const refused = await answer({ items: [{ kind: 'problem', id }] });
  const after = await begun();
  end();
  await Promise.all(jobs);
  expect([refused.status, after]).toEqual([429, before]);
});

inside('leaves out what a colleague has answered while it waited for its place among the long jobs', async () => {
  const [id, answered] = [await create('/api/problems', thread), await create('/api/problems', thread)];
  jest.spyOn(queueOf('jobs'), 'run').mockImplementationOnce(async (_user, work) => {
    await api.post(`/api/problems/${answered}/responses`, { response: 'Already answered' });
    return work();
  });
  const sent = await answer({ items: [id, answered].map((one) => ({ kind: 'problem', id: one })) }, '?waiting=true');
  expect(sent).toMatchObject({ status: 200, answered: 1, skipped: 1 });
  expect((await read('problem', answered)).responses).toMatchObject([{ response: 'Already answered' }]);
});

it.each([
  [{}, '', 'Say which items: by items or by a filter'],
  [{ items: [] }, '', 'items must be a list of 1 to 1000 items, each with a kind and an id'],
  [{ items: [{ kind: 'problem' }] }, '', 'items must be a list of 1 to 1000 items, each with a kind and an id'],
  [{ items: [{ kind: 'problems', id: 1 }] }, '', 'items: kind must be one of question, problem'],
  [{}, '?kind=problems&waiting=true', 'kind must be one of question, problem'],
  [{ status: 'closed' }, '?waiting=true', 'Status must be one of open, in_progress, resolved'],
  [{ text: ' ' }, '?waiting=true', 'Text cannot be empty'],
  [{ text: null }, '?waiting=true&dryRun=true', 'Text cannot be empty'],
  [{ text: 5 }, '?waiting=true', 'Text must be text'],
])('refuses %j%s', async (body, query, message) => {
  const sent = await api.post(`/api/updates/${update}/answers${query}`, body);
  expect(sent).toMatchObject({ status: 400, body: { message } });
});

it('answers few items at a time with an update that names very many products', async () => {
  const products = Array.from({ length: 250 }, (_, number) => `MANY-${10_000 + number}`);
  await test.source.query("INSERT INTO products (name, sku) SELECT 'Bulb', sku FROM unnest($1::text[]) AS sku", [
    products,
  ]);
  const many = await create('/api/updates', { title: 'Recall', content: products.join(', ') });
  const items = [];
  for (let count = 0; count < 30; count++) items.push({ kind: 'problem', id: await create('/api/problems', thread) });
  expect((await api.post<AnsweredDto>(`/api/updates/${many}/answers`, { items })).body).toMatchObject({ answered: 30 });
  const steps = await test.source.query<{ links: number }[]>(
    "SELECT count(*)::integer AS links FROM product_links WHERE kind = 'problem' AND record_id = ANY($1) GROUP BY xmin::text ORDER BY links DESC",
    [items.map(({ id }) => id)],
  );
  expect(steps.map(({ links }) => links)).toEqual([5000, 2500]);
});

it('comes back without its update where that was deleted after it was taken back', async () => {
  const withdrawn = await create('/api/updates', { title: 'Recall', content: 'Please send it back.' });
  const id = await create('/api/problems', thread);
  const answered = await api.post<AnsweredDto>(`/api/updates/${withdrawn}/answers`, {
    items: [{ kind: 'problem', id }],
  });
  const revert = (changeSet: string) => api.post<{ changeSet: string }>(`/api/change-sets/${changeSet}/revert`, {});
  const undone = await revert(answered.body.changeSet);
  await test.source.query('DELETE FROM updates WHERE id = $1', [withdrawn]);
  expect((await revert(undone.body.changeSet)).status).toBe(200);
  const { responses } = await read('problem', id);
  expect(responses).toMatchObject([{ response: 'Please send it back.' }]);
  expect(responses[0]).not.toHaveProperty('updateId');
});

it('says that the update is gone where an answer is sent again after its deletion', async () => {
  const withdrawn = await create('/api/updates', { title: 'Recall', content: 'Please send it back.' });
  const items = [{ kind: 'problem', id: await create('/api/problems', thread) }];
  const send = () =>
    api.post(`/api/updates/${withdrawn}/answers`, { items }, { headers: { 'Idempotency-Key': 'withdrawn' } });
  expect((await send()).status).toBe(200);
  await test.source.query('DELETE FROM updates WHERE id = $1', [withdrawn]);
  expect(await send()).toMatchObject({ status: 404, body: { message: 'Update not found' } });
});

it('replays the first answer although more items than it takes at once match by then, and refuses a new request', async () => {
  const { id: colleague } = (await (await test.signedIn()).get<{ id: number }>('/api/user')).body;
  await api.patch(`/api/problems/${await create('/api/problems', thread)}`, { assigneeId: colleague });
  const send = (key: string, dryRun = false): ReturnType<typeof answer> =>
    answer({}, `?assignee=${colleague}${dryRun ? '&dryRun=true' : ''}`, { 'Idempotency-Key': key });
  const first = await send('grown');
  expect(first).toMatchObject({ status: 200, answered: 1, skipped: 0 });
  await test.source.query(
    `INSERT INTO problems (title, description, created_by_id, assignee_id)
     SELECT 'Title', 'Text', $1, $1 FROM generate_series(1, 10000)`,
    [colleague],
  );
  expect(await send('grown')).toEqual(first);
  for (const dryRun of [true, false])
    expect(await send('refused', dryRun)).toMatchObject({
      status: 400,
      message: 'An update answers at most 10000 items at once',
    });
});
