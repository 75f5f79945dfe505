import { createHash, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Answer, Api } from '../../test/support/api';
import { startApp, type TestApp } from '../../test/support/app';
import { buildImage } from '../../test/support/factories';
import { count, newSeed, report } from '../../test/reliability/reliability-config';
import {
  conflictKey,
  History,
  keyOf,
  remove,
  TABLES,
  textOf,
  type Choices,
  type Row,
} from '../../test/reliability/consistency/history-model';
import { pick, seeded, shuffled, type Random } from '../platform/demo/random';

const SEQUENCES = count(40, 2000);
const STEPS = 8;
const seed = newSeed();
const TEXTS = [
  'plain',
  'a "quote" and a back\\slash',
  'two\nlines\tand a tab',
  'Ölfilter 🚗 \u007f\u2028',
  '{"a":1}',
  "O'Hara",
  'null',
  '%_$1',
  '\u0001\b\f',
  'é',
  'é',
];
const NAMES = ['Axle', '10', '2', '__proto__', 'constructor', 'toString', 'a "b"', 'ключ', '-0', ' edges '];
const STATUSES = ['open', 'in_progress', 'resolved'];
/** Extra fields as only SQL can write them: with blanks, escapes, a name twice, numbers last. */
const RAW_FIELDS = ['{ "a" : "1" }', '{"a":"1"}', '{"twice":"1","twice":"2"}', '{"b":"\\u00e9",  "10":"2"}', '{}'];
/** Written by a session in another time zone. */
const TIMES = [
  ['2026-03-04 05:06:07.123456+05:45', '"2026-03-03T23:21:07.123456+00:00"'],
  ['2026-08-01 00:00:00', '"2026-07-31T18:15:00+00:00"'],
];

let test: TestApp;
let users: { api: Api; id: number }[];
let sql: Client;
let random: Random;
let history: History;
let trace: string[];
const images: { given: string; kept: string }[] = [
  { given: 'https://shop.example/a.jpg?x="1"', kept: 'https://shop.example/a.jpg?x="1"' },
];
const tally = { changes: 0, reverted: 0, refused: 0, chosen: 0, impossible: 0 };

beforeAll(async () => {
  test = await startApp();
  users = [];
  for (let number = 0; number < 3; number++) {
    const api = await test.signedIn();
    users.push({ api, id: (await api.get<{ id: number }>('/api/user')).body.id });
  }
  for (let number = 0; number < 3; number++) {
    const bytes = await buildImage({ seed: number });
    images.push({
      given: `data:image/png;base64,${bytes.toString('base64')}`,
      kept: `data:image/png;base64,#${createHash('sha256').update(bytes).digest('hex')}`,
    });
  }
  sql = new Client({ connectionString: (test.source.options as { url: string }).url });
  await sql.connect();
  await sql.query("SET TimeZone = 'Asia/Kathmandu'");
});
afterAll(async () => {
  await sql.end();
  await test.close();
});

const json = JSON.stringify;
const chance = (share: number): boolean => random() < share;
const text = (): string => pick(random, TEXTS);
const imageList = (): typeof images => Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, images));
const keptImages = (list: typeof images): string => `[${list.map(({ kept }) => json(kept)).join(', ')}]`;

/** Extra fields as a request writes them, and as they are kept. */
function extraFields(): { sent: string; kept: string } {
  const names = shuffled(random, NAMES).filter(() => chance(0.3));
  const fields = names.map((name) => [name, chance(0.15) ? '' : text()]);
  const sent = `{${fields.map(([name, value]) => `${json(name)}:${json(value)}`).join()}}`;
  const isNumber = (name: string): boolean => /^(0|[1-9]\d*)$/.test(name);
  const inOrder = [
    ...fields.filter(([name]) => isNumber(name)).sort(([a], [b]) => Number(a) - Number(b)),
    ...fields.filter(([name]) => !isNumber(name)),
  ];
  return {
    sent,
    kept: `{${inOrder
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${json(name)}:${json(value)}`)
      .join()}}`,
  };
}

const keys = (...kinds: string[]): string[] =>
  [...history.state.keys()].filter((key) => kinds.includes(key.split(' ')[0]));
const idOf = (key: string): number => Number(key.split(' ')[1]);
const row = (key: string): Row => history.state.get(key) as Row;

/** An answer, and the number of the user who asked. */
type Done = Answer<any> & { user: number };

async function call(method: string, path: string, raw: string, expected: number): Promise<Done> {
  const user = pick(random, users);
  trace.push(`user ${user.id}: ${method} ${path} ${raw.slice(0, 300)}`);
  const answer = await user.api.send<any>(method, path, undefined, {
    raw,
    headers: { 'Content-Type': 'application/json' },
  });
  if (answer.status !== expected)
    throw new Error(`${answer.status} in place of ${expected}: ${answer.text.slice(0, 300)}`);
  return Object.assign(answer, { user: user.id });
}

/** What a request has changed: nothing, where it asked for what was there. */
function commit(answer: Answer<any>, key: string, changed: Row | null): void {
  const isNew = !changed || JSON.stringify(history.state.get(key)) !== JSON.stringify(changed);
  history.commit(isNew ? answer.headers.get('x-request-id') : null, (state) =>
    changed ? state.set(key, changed) : remove(state, key, history.graves),
  );
}

/** The one thing that cannot be foretold: when the database made a record. */
async function author(kind: string, answer: Done): Promise<Row> {
  const [{ at }] = await query<{ at: string }>(
    `SELECT to_json(created_at)::text AS at FROM ${TABLES[kind].table} WHERE id = ${answer.body.id}`,
  );
  return { id: String(answer.body.id), created_at: at, created_by_id: String(answer.user) };
}

/** Asks in a session of UTC. */
async function query<R>(statement: string): Promise<R[]> {
  const [, { rows }] = (await sql.query(`SET LOCAL TimeZone = 'UTC'; ${statement}`)) as unknown as { rows: R[] }[];
  return rows;
}

async function writeProduct(former?: string): Promise<void> {
  const sku = json(chance(0.2) ? 'SHARED' : former && chance(0.7) ? JSON.parse(row(former).sku) : randomUUID());
  const list = imageList();
  const fields = extraFields();
  const texts: Row = { name: json(text() + '!'), sku };
  for (const column of ['ean', 'vehicle', 'description', 'status'])
    if (chance(0.4)) texts[column] = chance(0.2) ? 'null' : json(`${column} ${text()}`.trim());
  const body = `{${Object.entries(texts)
    .map(([field, value]) => `${json(field)}:${value}`)
    .join()},"images":${json(list.map(({ given }) => given))}${chance(0.5) ? `,"extraFields":${fields.sent}` : ''}}`;
  const taken = history.hasSku(sku, former);
  const answer = await call(
    former ? 'PUT' : 'POST',
    `/api/products${former ? `/${idOf(former)}` : ''}`,
    body,
    taken ? 409 : former ? 200 : 201,
  );
  if (taken) return;
  const given = {
    ...texts,
    images: keptImages(list),
    ...(body.includes('"extraFields"') ? { extra_fields: fields.kept } : {}),
    ...(texts.status === 'null' ? { status: '"active"' } : {}),
  };
  const fresh = {
    id: String(answer.body.id),
    ean: 'null',
    vehicle: 'null',
    description: 'null',
    extra_fields: '{}',
    status: '"active"',
  };
  commit(answer, keyOf('product', answer.body.id), { ...(former ? row(former) : fresh), ...given });
}

async function create(kind: 'question' | 'problem' | 'update'): Promise<void> {
  const list = imageList();
  const long = kind === 'update' ? 'content' : 'description';
  const [title, other] = [json(`T ${text()}`.trim()), json(`D ${text()}`.trim())];
  const answer = await call(
    'POST',
    `/api/${TABLES[kind].path}`,
    `{"title":${title},"${long}":${other}${kind === 'problem' ? `,"images":${json(list.map(({ given }) => given))}` : ''}}`,
    201,
  );
  const rest = {
    title,
    [long]: other,
    status: kind === 'update' ? '"active"' : '"open"',
    ...(kind === 'problem' ? { images: keptImages(list) } : {}),
    ...(await author(kind, answer)),
  };
  commit(answer, keyOf(kind, answer.body.id), rest);
}

async function respond(key: string): Promise<void> {
  const kind = key.split(' ')[0];
  const response = json(`R ${text()}`.trim());
  const answer = await call(
    'POST',
    `/api/${TABLES[kind].path}/${idOf(key)}/responses`,
    `{"response":${response}}`,
    201,
  );
  const made = { response, [`${kind}_id`]: String(idOf(key)), ...(await author(`${kind}-response`, answer)) };
  commit(answer, keyOf(`${kind}-response`, answer.body.id), made);
}

async function changeStatus(key: string): Promise<void> {
  const status = json(pick(random, STATUSES));
  const answer = await call(
    'PATCH',
    `/api/${TABLES[key.split(' ')[0]].path}/${idOf(key)}/status`,
    `{"status":${status}}`,
    200,
  );
  commit(answer, key, { ...row(key), status });
}

async function changeProblem(key: string): Promise<void> {
  const list = imageList();
  const given: Row = {};
  if (chance(0.6)) given.title = json(`T ${text()}`.trim());
  if (chance(0.4)) given.description = json(`D ${text()}`.trim());
  if (chance(0.3)) given.images = json(list.map(({ given: image }) => image));
  const answer = await call(
    'PATCH',
    `/api/problems/${idOf(key)}`,
    `{${Object.entries(given)
      .map(([field, value]) => `"${field}":${value}`)
      .join()}}`,
    200,
  );
  commit(answer, key, { ...row(key), ...given, ...(given.images ? { images: keptImages(list) } : {}) });
}

async function deleteProblem(key: string): Promise<void> {
  const answer = await call('DELETE', `/api/problems/${idOf(key)}`, '', 204);
  commit(answer, key, null);
}

/** A few statements in one transaction, past the API. */
async function raw(): Promise<void> {
  const steps: ((state: Map<string, Row>) => void)[] = [];
  const gone = new Set<string>();
  const run = async (statement: string): Promise<any[]> => {
    trace.push(`sql: ${statement}`);
    return (await sql.query(statement)).rows;
  };
  await sql.query('BEGIN');
  for (let number = 1 + Math.floor(random() * 3); number > 0; number--) {
    const key = pick(
      random,
      [...history.state.keys()].filter((one) => !gone.has(one)),
    );
    if (!key) continue;
    const [kind, { table, parent }] = [key.split(' ')[0], TABLES[key.split(' ')[0]]];
    if (chance(0.15)) {
      await run(`DELETE FROM ${table} WHERE id = ${idOf(key)}`);
      for (const [other, values] of history.state)
        if (
          other === key ||
          (TABLES[other.split(' ')[0]].parent?.kind === kind &&
            Object.values(values).length &&
            values[TABLES[other.split(' ')[0]].parent!.column] === String(idOf(key)))
        )
          gone.add(other);
      // What this transaction has moved to it goes too.
      steps.push((state) => remove(state, key, history.graves));
    } else if (parent && chance(0.3)) {
      const to = pick(
        random,
        keys(parent.kind).filter((one) => !gone.has(one)),
      );
      if (!to) continue;
      const [{ id, at }] = await run(
        `INSERT INTO ${table} (${parent.column}, response, created_by_id) VALUES (${idOf(to)}, 'Raw', ${users[0].id}) RETURNING id, to_json(created_at AT TIME ZONE 'UTC')::text AS at`,
      );
      const made = {
        id: String(id),
        [parent.column]: String(idOf(to)),
        response: '"Raw"',
        created_at: at.replace(/"$/, '+00:00"'),
        created_by_id: String(users[0].id),
      };
      steps.push((state) => state.has(to) && state.set(keyOf(kind, id), made));
    } else {
      const [column, value, kept] = rawValue(kind);
      await run(`UPDATE ${table} SET ${column} = ${value} WHERE id = ${idOf(key)}`);
      steps.push((state) => state.has(key) && state.set(key, { ...(state.get(key) as Row), [column]: kept }));
    }
  }
  const [{ id: changeSet }] = (await sql.query("SELECT nullif(current_setting('crm.change_set', true), '') AS id"))
    .rows;
  await sql.query('COMMIT');
  history.commit(changeSet, (state) => steps.forEach((step) => step(state)));
}

/** A column, a value in SQL, and the value in JSON. */
function rawValue(kind: string): [string, string, string] {
  if (kind === 'product' && chance(0.5)) {
    const fields = pick(random, RAW_FIELDS);
    return ['extra_fields', `'${fields}'`, fields];
  }
  if (kind !== 'product' && chance(0.3)) {
    const [given, kept] = pick(random, TIMES);
    return ['created_at', `'${given}'`, kept];
  }
  const column = kind.endsWith('response')
    ? 'response'
    : kind === 'product'
      ? pick(random, ['vehicle', 'status'])
      : 'title';
  const value = text();
  return [column, `'${value.replaceAll("'", "''")}'`, json(value)];
}

async function step(): Promise<void> {
  tally.changes++;
  const some = (...kinds: string[]): string | undefined =>
    keys(...kinds).length > 0 ? pick(random, keys(...kinds)) : undefined;
  const [product, thread, problem] = [some('product'), some('question', 'problem'), some('problem')];
  const choice = Math.floor(random() * 12);
  if (choice <= 1 && history.state.size > 0) return raw();
  if (choice <= 3 && product) return writeProduct(product);
  if (choice === 4 && thread) return changeStatus(thread);
  if (choice <= 6 && problem) return changeProblem(problem);
  if (choice === 7 && thread) return respond(thread);
  if (choice === 8 && problem) return deleteProblem(problem);
  if (choice <= 9) return writeProduct();
  return create(pick(random, ['question', 'problem', 'problem', 'update'] as const));
}

/** Takes back any change set so far; where it is refused, with choices once more. */
async function revert(): Promise<void> {
  const changeSet = pick(random, [...history.sets.keys()]);
  const user = pick(random, users);
  let choices: Choices = new Map();
  let body: object[] = [];
  for (let attempt = 1; attempt <= 3; attempt++) {
    const outcome = history.revert(changeSet, choices);
    trace.push(`user ${user.id}: revert ${changeSet} ${json(body)}`);
    const answer = await user.api.post<any>(`/api/change-sets/${changeSet}/revert`, { choices: body });
    if ('state' in outcome) {
      if (answer.status !== 200) throw new Error(`${answer.status} in place of 200: ${answer.text.slice(0, 500)}`);
      tally[attempt > 1 ? 'chosen' : 'reverted']++;
      history.commit(answer.body.changeSet, (state) => {
        state.clear();
        for (const [key, values] of outcome.state) state.set(key, values);
        for (const [key, values] of outcome.graves) history.graves.set(key, values);
      });
      return;
    }
    const conflicts: { kind: string; recordId: number; field: string; version: number }[] = answer.body.conflicts ?? [];
    if (answer.status !== 409 || json(conflicts.map(conflictKey).sort()) !== json(outcome.conflicts)) {
      throw new Error(
        `${answer.status} ${answer.body.message} ${json(conflicts)} in place of 409 ${json(outcome.conflicts)}`,
      );
    }
    if (conflicts.length === 0) return void tally.impossible++;
    if (attempt === 1) tally.refused++;
    // Now and then not all of them are answered at once.
    const answered = conflicts
      .filter(() => attempt > 1 || chance(0.8))
      .map((conflict) => ({
        kind: conflict.kind,
        recordId: conflict.recordId,
        field: conflict.field,
        version: conflict.version,
        take: pick(random, ['restore', 'keep'] as const),
      }));
    body = [...body, ...answered];
    choices = new Map([...choices, ...answered.map((one) => [conflictKey(one), one.take] as const)]);
  }
}

/** The rows of a sequence in the database, in the model's form. */
async function expectSame(from: Map<string, number>): Promise<void> {
  const found: string[] = [];
  for (const [kind, { table, columns }] of Object.entries(TABLES)) {
    const rows = await query<{ text: string }>(
      `SELECT row_to_json(t)::text AS text FROM (SELECT ${columns.join(', ')} FROM ${table} WHERE id > ${from.get(kind) ?? 0}) AS t`,
    );
    found.push(...rows.map((one) => `${kind} ${one.text}`));
  }
  const wanted = [...history.state].map(([key, values]) => `${key.split(' ')[0]} ${textOf(key, values)}`);
  expect(found.sort()).toEqual(wanted.sort());
}

async function newest(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const [kind, { table }] of Object.entries(TABLES))
    found.set(
      kind,
      Number(
        (
          await query<{ id: string }>(
            `SELECT last_value AS id FROM ${table}_id_seq WHERE is_called UNION ALL SELECT 0 LIMIT 1`,
          )
        )[0].id,
      ),
    );
  return found;
}

it(
  `reverts ${SEQUENCES} random histories to what a model says`,
  async () => {
    for (let number = 0; number < SEQUENCES; number++) {
      random = seeded(seed + number);
      history = new History();
      trace = [];
      const from = await newest();
      try {
        for (let done = 0; done < STEPS; done++) await step();
        for (let reverts = 1 + Math.floor(random() * 3); reverts > 0; reverts--) await revert();
        await expectSame(from);
      } catch (error) {
        (error as Error).message = `TEST_SEED=${seed + number}\n${trace.join('\n')}\n${(error as Error).message}`;
        throw error;
      }
      await test.source.query(
        'DELETE FROM products; DELETE FROM customer_questions; DELETE FROM problems; DELETE FROM updates',
      );
    }
    report(
      'history model',
      `${SEQUENCES} sequences from seed ${seed}, ${tally.changes} changes, ${tally.reverted} reverts done, ${tally.refused} refused with the fields named, ${tally.chosen} done by choice, ${tally.impossible} impossible`,
    );
  },
  count(60_000, 1_800_000),
);

it('has counted every use of every image', async () => {
  const wrong = await query(`
    SELECT sha256, images.uses FROM images LEFT JOIN (
      SELECT image_hashes((after -> 'images')::jsonb) AS sha256 FROM changes WHERE after -> 'images' IS NOT NULL
    ) AS logged USING (sha256) GROUP BY sha256, images.uses HAVING count(logged.sha256) <> images.uses`);
  expect(wrong).toEqual([]);
});
