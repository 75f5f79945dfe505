import type { Api } from '../../test/support/api';
import { startApp, type TestApp } from '../../test/support/app';
import { count, newSeed, repeat, report, seededFault } from '../../test/reliability/reliability-config';
import { thread } from '../../test/support/write-calls';
import { pick, seeded, type Random } from '../platform/demo/random';

const HISTORIES = count(150, 10_000);
const MAX_STEPS = 8;
const seed = newSeed();

const KINDS = [
  { kind: 'question', path: '/api/customer-questions', table: 'customer_questions' },
  { kind: 'problem', path: '/api/problems', table: 'problems' },
];

interface LogEntry {
  kind: string;
  record_id: number;
  change_set: string;
  operation: 'insert' | 'update' | 'delete';
  at: string;
  before: Fields;
  after: Fields;
}
type Fields = Record<string, string | null>;

let test: TestApp;
let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

const tally = { steps: 0, undone: 0, refused: 0 };

/** Makes a thread and changes it at random; answers its number and the change sets that were undoings. */
async function live(
  random: Random,
  { kind, path }: (typeof KINDS)[number],
): Promise<{ id: number; undoings: Set<string> }> {
  const created = await api.post<{ id: number }>(path, {
    ...thread,
    status: pick(random, ['open', 'resolved', undefined]),
  });
  const { id } = created.body;
  const sets: string[] = [];
  const undoings = new Set<string>();
  const keep = ({ status, headers }: { status: number; headers: Headers }): string => {
    const changeSet = headers.get('X-Request-Id') as string;
    if (status < 300) sets.push(changeSet);
    return changeSet;
  };
  const undo = async (): Promise<void> => {
    if (sets.length === 0) return;
    const address = `/api/change-sets/${pick(random, sets)}/revert`;
    let answer = await api.post<{ conflicts?: object[] }>(address, {});
    if (answer.body.conflicts?.length) {
      const choices = answer.body.conflicts.map((conflict) => ({
        ...conflict,
        take: pick(random, ['restore', 'keep']),
      }));
      answer = await api.post(address, {
        choices: choices.map(({ restore: _restore, current: _current, ...choice }: Record<string, unknown>) => choice),
      });
    }
    undoings.add(keep(answer));
    tally[answer.status < 300 ? 'undone' : 'refused']++;
  };
  const respond = async (): Promise<unknown> =>
    keep(
      await api.post(`${path}/${id}/responses`, {
        response: 'Text',
        kind: pick(random, ['staff', 'customer', 'note', undefined]),
      }),
    );
  const setStatus = async (): Promise<unknown> =>
    keep(await api.patch(`${path}/${id}/status`, { status: pick(random, ['open', 'in_progress', 'resolved']) }));
  const remove = async (): Promise<unknown> => keep(await api.delete(`${path}/${id}`));
  const steps = [respond, respond, setStatus, setStatus, undo, undo, ...(kind === 'problem' ? [remove] : [])];
  for (let step = 1 + Math.floor(random() * MAX_STEPS); step > 0; step--) {
    await pick(random, steps)();
    tally.steps++;
  }
  return { id, undoings };
}

/** Since when the customer waits by the log alone; undefined where the thread is gone. */
function recompute(kind: string, entries: LogEntry[], undoings: Set<string>): string | null | undefined {
  let own: Fields | undefined;
  // When the change set before this one ended, and the last entry so far.
  let previous = '';
  let last = { changeSet: '', at: '' };
  const responses = new Map<number, Fields>();
  for (const { kind: of, record_id: id, operation, at, before, after, change_set: changeSet } of entries) {
    if (changeSet !== last.changeSet) previous = last.at;
    last = { changeSet, at };
    if (of === kind) {
      // Unless it is undone, it is reopened in its own transaction: after the one before, and before the entry.
      if (operation === 'update' && before.status === 'resolved' && !undoings.has(changeSet))
        expect([previous, after.opened_at, at].sort()).toEqual([previous, after.opened_at, at]);
      own = operation === 'delete' ? undefined : { ...own, ...after };
    } else if (operation === 'delete') responses.delete(id);
    else responses.set(id, { ...responses.get(id), ...after });
  }
  if (!own) return undefined;
  const opened = own.opened_at;
  expect(opened === null).toBe(own.status === 'resolved');
  if (opened === null) return null;
  const inOrder = [...responses.entries()].sort(([one], [other]) => one - other).map(([, response]) => response);
  const answered = inOrder.findLastIndex(({ kind: by, created_at: at }) => by === 'staff' && String(at) >= opened);
  if (answered < 0) return opened;
  return inOrder.slice(answered + 1).find(({ kind: by }) => by === 'customer')?.created_at ?? null;
}

/** What a random history left, as the table has it and as the log does. */
async function compare(random: Random): Promise<[string | null | undefined, string | null | undefined]> {
  const of = pick(random, KINDS);
  const { id, undoings } = await live(random, of);
  const [now] = await test.source.query<{ waiting: string | null }[]>(
    `SELECT to_json(waiting_since) #>> '{}' AS waiting FROM ${of.table} WHERE id = $1`,
    [id],
  );
  const entries = await test.source.query<LogEntry[]>(
    `SELECT kind, record_id, change_set, operation, to_json(at) #>> '{}' AS at, before, after FROM changes
     WHERE subject_kind = $1 AND subject_id = $2 ORDER BY id`,
    [of.kind, id],
  );
  return [now?.waiting, recompute(of.kind, entries, undoings)];
}

it(`is what the log says after ${HISTORIES} random histories`, async () => {
  await repeat(HISTORIES, 4, async (index) => {
    const [now, logged] = await compare(seeded(seed + index));
    expect([`seed ${seed + index}`, now]).toEqual([`seed ${seed + index}`, logged]);
  });
  const { steps, undone, refused } = tally;
  expect(undone).toBeGreaterThan(HISTORIES / 4);
  report('waiting since', `${HISTORIES} histories, ${steps} steps, ${undone} undone and ${refused} not, seed ${seed}`);
}, 1_800_000);

seededFault('waiting since', 'responses that nobody follows', async () => {
  for (const table of ['question_responses', 'problem_responses'])
    await test.source.query(`ALTER TABLE ${table} DISABLE TRIGGER ${table}_waiting_since`);
  const differing: number[] = [];
  for (let index = 0; index < 40; index++) {
    const [now, logged] = await compare(seeded(seed + index));
    if (now !== logged) differing.push(index);
  }
  for (const table of ['question_responses', 'problem_responses'])
    await test.source.query(`ALTER TABLE ${table} ENABLE TRIGGER ${table}_waiting_since`);
  expect(differing.length).toBeGreaterThan(0);
});
