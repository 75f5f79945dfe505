import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, type Answer } from '../../test/api';
import { startApp, type TestApp } from '../../test/app';
import { buildProduct } from '../../test/factories';
import { inside } from '../../test/processes';
import { Update } from '../features/updates/update.entity';
import type { ChangeDto } from '../changes/change.dto';
import { Insertions } from './insertions';

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

/** How many of these records each transaction inserted that inserted several of them. */
async function together(table: string, answers: Answer<Created>[]): Promise<number[]> {
  const rows = await test.source.query<{ count: number }[]>(
    `SELECT count(*)::integer AS count FROM ${table} WHERE id = ANY ($1) GROUP BY xmin::text HAVING count(*) > 1`,
    [answers.map(({ body }) => body.id)],
  );
  return rows.map(({ count }) => count);
}

it('records that are created at once share transactions, and each is answered and logged as its own, whoever made it', async () => {
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
  // One half with keys: two statements of their own.
  const answers = await atOnce(90, (index) =>
    ask(writers[index % 3].by, question(titles[index]), index % 2 ? randomUUID() : undefined),
  );
  expect(answers.map(({ status, body }) => [status, body.title])).toEqual(titles.map((title) => [201, title]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(90);
  expect(await counted()).toBe(before + 90);
  const counts = await together('customer_questions', answers);
  expect(counts.length).toBeGreaterThan(1);
  expect(Math.max(...counts)).toBeLessThanOrEqual(32);

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
  expect(await together('customer_questions', answers)).not.toEqual([]);
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

it('records that are created at once hold what they would have held alone', async () => {
  const texts = [
    'NULL',
    '""',
    '{a,"b"}',
    "'; --",
    '\\',
    '\\n\\',
    'two\nlines\tand a tab',
    '🙂 é e\u0301 \u202e',
    'half \ud800 a pair',
    '\u{10ffff}',
    `E'\\n'`,
    '$1 %s',
    'x'.repeat(20_000),
  ];
  const products = texts.map((text) =>
    buildProduct({
      name: text.slice(0, 200),
      description: text,
      extraFields: { [text.slice(0, 40)]: text.slice(0, 1000), 10: '1', 9: '' },
      ean: null,
      images: ['https://shop.example/a.jpg'],
    }),
  );
  const create = (index: number): Promise<Answer<Created>> =>
    api.post('/api/products', { ...products[index], sku: randomUUID() });
  const alone: Answer<Created>[] = [];
  for (const index of texts.keys()) alone.push(await create(index));
  const all = await atOnce(texts.length, create);
  expect(statuses(alone)).toEqual(texts.map((text) => (text.includes('half') ? 400 : 201)));
  expect(await together('products', alone)).toEqual([]);
  expect(await together('products', all)).not.toEqual([]);
  const content = ({ status, body }: Answer<Created>): unknown => ({
    status,
    body: { ...body, id: 0, sku: '', requestId: '' },
  });
  expect(all.map(content)).toEqual(alone.map(content));
});

it('records that are created at once are not too much for one statement', async () => {
  const body = { ...question(), description: 'x'.repeat(12_000) };
  const answers = await atOnce(70, () => ask(api, body));
  expect(statuses(answers)).toEqual(answers.map(() => 201));
  expect(Math.max(...(await together('customer_questions', answers)))).toBeLessThanOrEqual(21);
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

it('records that are created at once have a statement of their own where a trigger of somebody else looks at them', async () => {
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

inside(
  'records that are created at once wait for a connection no longer than other requests, where none can be written',
  async () => {
    const { id: userId } = (await api.get<{ id: number }>('/api/user')).body;
    const insertions = test.app.get(Insertions);
    const fields = (): Partial<Update> => ({ title: randomUUID(), content: 'Text', createdById: userId });
    const insert = (): Promise<unknown> =>
      insertions.insert(test.source.getMetadata(Update), fields(), {
        userId,
        tokenName: null,
        changeSet: randomUUID(),
        idempotency: null,
        ifMatch: undefined,
        dryRun: false,
      });
    let [refused, created] = [0, 0];
    let all: Promise<unknown> | undefined;
    await test.source.transaction(async (manager) => {
      await manager.query('LOCK TABLE updates IN EXCLUSIVE MODE');
      all = atOnce(1280, () =>
        insert().then(
          () => created++,
          () => refused++,
        ),
      );
      // A connection is waited for two seconds, and a lock five. Ten connections have 32 each.
      await sleep(3500);
      expect(refused).toBeGreaterThan(900);
    });
    await all;
    const [{ count }] = await test.source.query<[{ count: number }]>('SELECT count(*)::integer AS count FROM updates');
    expect({ count, refused }).toEqual({ count: created, refused: 1280 - created });
  },
);
