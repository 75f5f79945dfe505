import type { IncomingMessage } from 'node:http';
import type { Answer, Api } from '../../support/api';
import { startApp, type TestApp } from '../../support/app';
import { buildProduct } from '../../support/factories';
import { count, newSeed, repeat, report, seededFault } from '../reliability-config';
import { pick, seeded } from '../../../src/platform/demo/random';

const RACES = count(40, 1000);
const seed = newSeed();
const random = seeded(seed);

let test: TestApp;
let editors: Api[];
let number = 0;

beforeAll(async () => {
  test = await startApp();
  editors = [await test.signedIn(), await test.signedIn()];
});
afterAll(() => test.close());

/** A change that only its editor can have made. */
interface Edit {
  method: string;
  path: string;
  body?: Record<string, unknown>;
}

const statuses = ['in_progress', 'resolved'];

/** Two different changes of one new record. */
async function makeRace(): Promise<{ address: string; edits: Edit[] }> {
  const kind = pick(random, ['product', 'problem', 'question']);
  const [path, body] =
    kind === 'product'
      ? ['/api/products', buildProduct()]
      : [kind === 'problem' ? '/api/problems' : '/api/customer-questions', { title: 'Title', description: 'Text' }];
  const record = (await editors[0].post<Record<string, unknown>>(path, body)).body;
  const address = `${path}/${String(record.id)}`;
  const edit = (editor: number): Edit => {
    if (kind === 'product') return { method: 'PUT', path: address, body: { ...record, name: `Name ${++number}` } };
    const status = { method: 'PATCH', path: `${address}/status`, body: { status: statuses[editor] } };
    if (kind === 'question') return status;
    return pick(random, [
      status,
      { method: 'PATCH', path: address, body: { title: `Title ${++number}` } },
      { method: 'DELETE', path: address },
    ]);
  };
  return { address, edits: [edit(0), edit(1)] };
}

function send(editor: number, { method, path, body }: Edit, ifMatch?: string): Promise<Answer<any>> {
  return editors[editor].send(method, path, body, ifMatch === undefined ? {} : { headers: { 'If-Match': ifMatch } });
}

/** Tells who won: the last word is what is stored, and the other one was told. */
async function expectOneWinner(address: string, edits: Edit[], answers: Answer<any>[]): Promise<void> {
  const winner = answers.findIndex(({ status }) => status < 300);
  const [won, lost] = [answers[winner], answers[1 - winner]];
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  const now = await editors[0].get<any>(address);
  if (edits[winner].method === 'DELETE') {
    expect([now.status, lost.status]).toEqual([404, 404]);
    return;
  }
  expect(now.body).toEqual(won.body);
  expect(now.body).toMatchObject(edits[winner].body as object);
  expect([lost.status, lost.body.current, lost.headers.get('etag')]).toEqual([412, now.body, now.headers.get('etag')]);
  expect(now.headers.get('etag')).toBe('"2"');
}

async function race(): Promise<Answer<any>[]> {
  const { address, edits } = await makeRace();
  const tag = (await editors[0].get(address)).headers.get('etag') as string;
  const answers = await Promise.all(edits.map((edit, editor) => send(editor, edit, tag)));
  await expectOneWinner(address, edits, answers);
  return answers;
}

it(
  `lets exactly one of two editors win, ${RACES} times`,
  async () => {
    const seen = { 412: 0, 404: 0 };
    await repeat(RACES, 4, async () => {
      for (const { status } of await race()) if (status === 412 || status === 404) seen[status]++;
    });
    report(
      'races',
      `${RACES} races: ${seen[412]} told of the other's change, ${seen[404]} of the deletion, 0 silent overwrites (seed ${seed})`,
    );
  },
  count(30_000, 300_000),
);

seededFault('G23', 'a server that does not look at If-Match', async () => {
  const forget = ({ headers }: IncomingMessage): void => void delete headers['if-match'];
  test.app.getHttpServer().prependListener('request', forget);
  await expect(repeat(20, 1, async () => void (await race()))).rejects.toThrow();
  test.app.getHttpServer().off('request', forget);
});

it('lets the last one win without If-Match, as before', async () => {
  for (let round = 0; round < 10; round++) {
    const { address, edits } = await makeRace();
    const changes = edits.filter(({ method }) => method !== 'DELETE');
    for (const [editor, edit] of changes.entries()) {
      const answer = await send(editor, edit);
      expect([answer.status, (await editors[0].get(address)).body]).toEqual([200, answer.body]);
      expect(answer.body).toMatchObject(edit.body as object);
    }
  }
});

it.each(['', '/status'])(
  'reads If-Match as HTTP does at /api/problems/{id}%s: a list, any, and tags that are not ours',
  async (part) => {
    const { id } = (await editors[0].post<{ id: number }>('/api/problems', { title: 'Title', description: 'Text' }))
      .body;
    let attempt = 0;
    const status = async (ifMatch: string): Promise<number> => {
      const body = part
        ? { status: ['open', 'in_progress', 'resolved'][++attempt % 3] }
        : { title: `Other title ${++attempt}` };
      return (await send(0, { method: 'PATCH', path: `/api/problems/${id}${part}`, body }, ifMatch)).status;
    };
    expect(await status('"7", "1", "9999999999"')).toBe(200);
    expect(await status('*')).toBe(200);
    for (const tag of ['"1"', 'W/"1"', '""', '"x"', '"03"', '"3000000000"'])
      expect([tag, await status(tag)]).toEqual([tag, 412]);
    expect(await status('3')).toBe(400);
    expect(await status('"3"')).toBe(200);
    expect(await status('W/"4"')).toBe(200);
  },
);
