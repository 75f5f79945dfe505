import { randomUUID } from 'node:crypto';
import { Api, type Answer } from '../support/api';
import { startApp, type TestApp } from '../support/app';
import type { ChangeDto } from '../../src/changes/change.dto';

type Created = { id: number } & Record<string, unknown>;

let test: TestApp;
let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

const question = (title: string = randomUUID()): Record<string, unknown> => ({ title, description: 'Text' });
const keyed = (key: string): { headers: Record<string, string> } => ({ headers: { 'Idempotency-Key': key } });
const ask = (by: Api, body: unknown, key?: string): Promise<Answer<Created>> =>
  by.post('/api/customer-questions', body, key === undefined ? {} : keyed(key));
const answerTo = (id: number): Promise<Answer<Created>> =>
  api.post(`/api/customer-questions/${id}/responses`, { response: randomUUID() });
const atOnce = <T>(length: number, send: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length }, (_one, index) => send(index)));
const statuses = (answers: Answer<unknown>[]): number[] => answers.map(({ status }) => status);

it('records that are created at once are each answered and logged as their own, whoever made them', async () => {
  const other = await test.signedIn();
  const tokenName = 'Import\nline "2" \\';
  const { token } = (await other.post<{ token: string }>('/api/tokens', { name: tokenName, days: 1 })).body;
  const writers = [
    { by: api, tokenName: null },
    { by: other, tokenName: null },
    { by: Object.assign(new Api(test.url), { token }), tokenName },
  ];
  const users = await Promise.all(writers.map(async ({ by }) => (await by.get<{ id: number }>('/api/user')).body.id));
  const counted = async (): Promise<number> => (await api.get<{ questions: number }>('/api/statistics')).body.questions;
  const before = await counted();

  const titles = Array.from({ length: 90 }, () => randomUUID());
  const answers = await atOnce(90, (index) =>
    ask(writers[index % 3].by, question(titles[index]), index % 2 ? randomUUID() : undefined),
  );
  expect(answers.map(({ status, body }) => [status, body.title])).toEqual(titles.map((title) => [201, title]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(90);
  expect(await counted()).toBe(before + 90);

  for (const [index, { headers, body }] of answers.entries()) {
    const history = (await api.get<ChangeDto[]>(`/api/customer-questions/${body.id}/history`)).body;
    expect(history).toMatchObject([
      {
        operation: 'insert',
        changeSet: headers.get('X-Request-Id'),
        userId: users[index % 3],
        tokenName: writers[index % 3].tokenName,
        after: { title: titles[index] },
      },
    ]);
    expect((await api.get(`/api/customer-questions/${body.id}`)).body).toEqual(body);
  }
});

it('records that are created at once are one where they have one key, and each sender is told of it', async () => {
  const bodies = Array.from({ length: 8 }, () => question());
  const keys = bodies.map(() => randomUUID());
  const answers = await atOnce(64, (index) => ask(api, bodies[index % 8], keys[index % 8]));
  for (const [index, { status, body }] of answers.entries())
    expect({ status, body }).toEqual({ status: 201, body: answers[index % 8].body });
  const [{ count }] = await test.source.query<[{ count: number }]>(
    'SELECT count(*)::integer AS count FROM customer_questions WHERE title = ANY ($1)',
    [bodies.map(({ title }) => title)],
  );
  expect(count).toBe(8);

  const others = await atOnce(16, (index) => ask(api, question(), index % 2 ? keys[index % 8] : randomUUID()));
  expect(statuses(others)).toEqual(others.map((_one, index) => (index % 2 ? 422 : 201)));
});

it('records that are created at once are refused alone', async () => {
  const { id } = (await ask(api, question())).body;
  const answers = await atOnce(40, (index) => answerTo(index % 5 === 3 ? 2_000_000_000 : id));
  expect(statuses(answers)).toEqual(answers.map((_one, index) => (index % 5 === 3 ? 404 : 201)));
  expect((await api.get<object[]>(`/api/customer-questions/${id}/responses`)).body).toHaveLength(32);
});

it('records that are created at once do not wait for a lock that one of them needs', async () => {
  const [locked, free] = await atOnce(2, async () => (await ask(api, question())).body.id);
  let waiting: Promise<Answer<Created>[]> | undefined;
  await test.source.transaction(async (manager) => {
    await manager.query('SELECT FROM customer_questions WHERE id = $1 FOR UPDATE', [locked]);
    const first = answerTo(locked);
    const others = atOnce(9, () => answerTo(free));
    const second = answerTo(locked);
    waiting = Promise.all([first, second]);
    const started = performance.now();
    expect(statuses(await others)).toEqual(Array(9).fill(201));
    // Each waits five seconds for a lock before it is refused.
    expect(performance.now() - started).toBeLessThan(3000);
  });
  expect(statuses((await waiting) ?? [])).toEqual([201, 201]);
});

it('records that are created at once are logged with what a trigger of somebody else changes because of them', async () => {
  const { id } = (await api.post<{ id: number }>('/api/problems', question())).body;
  await test.source.query(`
    CREATE FUNCTION retitle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE problems SET title = NEW.response WHERE id = NEW.problem_id; RETURN NULL; END $$;
    CREATE TRIGGER problem_responses_at_first AFTER INSERT ON problem_responses FOR EACH ROW EXECUTE FUNCTION retitle()`);
  const writers = [api, await test.signedIn()];
  const users = await Promise.all(writers.map(async (by) => (await by.get<{ id: number }>('/api/user')).body.id));
  const answers = await atOnce(20, (index) =>
    writers[index % 2].post<Created>(`/api/problems/${id}/responses`, { response: `Title ${index}` }),
  );
  const history = (await api.get<ChangeDto[]>(`/api/problems/${id}/history`)).body;
  for (const [index, { headers }] of answers.entries()) {
    expect(
      history
        .filter(({ changeSet }) => changeSet === headers.get('X-Request-Id'))
        .map(({ operation, userId, after }) => ({ operation, userId, ...after }))
        .sort((one, other) => one.operation.localeCompare(other.operation)),
    ).toMatchObject([
      { operation: 'insert', userId: users[index % 2], response: `Title ${index}` },
      { operation: 'update', userId: users[index % 2], title: `Title ${index}` },
    ]);
  }
});
