import { startApp, type TestApp } from '../../../test/support/app';
import type { Api } from '../../../test/support/api';
import { count, newSeed, report } from '../../../test/reliability/reliability-config';
import { slowTrends } from '../../../test/reliability/trends/slow-trends';
import { setClock, simulateClock, ThreadWork } from '../../../test/reliability/trends/thread-work';
import { seeded } from '../../platform/demo/random';
import { thread } from '../../../test/support/write-calls';
import { rebuildTrends } from './rebuild';
import type { TrendDto, TrendWeekDto } from './trends.dto';

const DAYS = 365;
const STEPS_A_DAY = count(1, 30);
const DAY_MS = 86_400_000;
const WEEKS = 54;
const KINDS = ['question', 'problem'];

jest.setTimeout(count(90_000, 30 * 60_000));

let test: TestApp;
let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

const read = async (query = ''): Promise<TrendDto[]> => (await api.get<TrendDto[]>(`/api/trends${query}`)).body;
const thisWeek = async (kind: string): Promise<TrendWeekDto> => (await read(`?kind=${kind}&weeks=1`))[0].weeks[0];

/** Waits until the subscription has followed the whole log. */
async function followed(): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((done) => setTimeout(done, 20))) {
    const [{ left }] = await test.source.query<{ left: number }[]>(`
      SELECT count(*)::integer AS left FROM (
        SELECT subject_kind AS kind, subject_id AS id, max(id) AS last FROM changes
        WHERE kind IN ('question', 'question-response', 'problem', 'problem-response') GROUP BY 1, 2) AS logged
      LEFT JOIN thread_times AS thread ON thread.kind = logged.kind AND record_id = logged.id AND position >= last
      WHERE record_id IS NULL`);
    if (left === 0) return;
  }
  throw new Error('The trends do not follow the change log');
}

describe('the present week', () => {
  const revert = async ({ headers }: { headers: Headers }): Promise<unknown> =>
    api.post(`/api/change-sets/${headers.get('X-Request-Id')}/revert`, {});

  it('counts what is opened, answered and resolved, until that is undone', async () => {
    const none = { opened: 0, answered: 0, resolved: 0, medianResponseSeconds: null };
    expect(await thisWeek('problem')).toMatchObject(none);
    const created = await api.post<{ id: number }>('/api/problems', thread);
    const path = `/api/problems/${created.body.id}`;
    await api.post(`${path}/responses`, { response: 'A note', kind: 'note' });
    await followed();
    expect(await thisWeek('problem')).toMatchObject({ ...none, opened: 1 });
    const response = await api.post(`${path}/responses`, { response: 'An answer' });
    const resolved = await api.patch(`${path}/status`, { status: 'resolved' });
    await followed();
    expect(await thisWeek('problem')).toMatchObject({ opened: 1, answered: 1, resolved: 1 });
    await revert(resolved);
    await revert(response);
    await followed();
    expect(await thisWeek('problem')).toMatchObject({ ...none, opened: 1 });
    const deleted = await api.delete(path);
    await followed();
    expect(await thisWeek('problem')).toMatchObject(none);
    await revert(deleted);
    await followed();
    expect(await thisWeek('problem')).toMatchObject({ ...none, opened: 1 });
    expect(await thisWeek('question')).toMatchObject(none);
  });

  it('no longer counts as resolved what is reopened', async () => {
    const { body } = await api.post<{ id: number }>('/api/customer-questions', { ...thread, status: 'resolved' });
    await followed();
    expect(await thisWeek('question')).toMatchObject({ opened: 1, resolved: 1 });
    await api.patch(`/api/customer-questions/${body.id}/status`, { status: 'open' });
    await followed();
    expect(await thisWeek('question')).toMatchObject({ opened: 1, resolved: 0 });
  });
});

describe('the answer', () => {
  it('has twelve weeks of each kind, the present one last', async () => {
    const trends = await read();
    expect(trends.map(({ kind, weeks }) => [kind, weeks.length])).toEqual([
      ['question', 12],
      ['problem', 12],
    ]);
    const last = Date.parse(trends[0].weeks[11].week);
    expect(new Date(last).getUTCDay()).toBe(1);
    expect(Date.now() - last).toBeLessThan(7 * DAY_MS);
    expect(last - Date.parse(trends[0].weeks[0].week)).toBe(77 * DAY_MS);
  });

  it.each([
    ['kind=product', 'There is no kind of thread named product. The kinds are question, problem'],
    ['weeks=0', 'weeks must be a whole number from 1 to 104'],
    ['weeks=105', 'weeks must be a whole number from 1 to 104'],
  ])('refuses %s', async (query, message) => {
    expect(await api.get(`/api/trends?${query}`)).toMatchObject({ status: 400, body: { message } });
  });
});

it('equals a replay of the whole log over a year with undone and deleted work, and after a rebuild', async () => {
  const seed = newSeed();
  const random = seeded(seed);
  await simulateClock(test.source);
  const work = new ThreadWork(api, random);
  const start = Date.now() - DAYS * DAY_MS;
  for (let day = 0; day < DAYS; day++) {
    // Whole seconds, since the answer has no smaller ones.
    const times = Array.from({ length: STEPS_A_DAY }, () => Math.floor(random() * 86_400) * 1000).sort((a, b) => a - b);
    for (const time of times) {
      await setClock(test.source, start + day * DAY_MS + time);
      await work.step();
    }
  }
  await followed();
  const slow = await slowTrends(test.source, WEEKS, KINDS);
  expect(await read(`?weeks=${WEEKS}`)).toEqual(slow);
  expect(slow.flatMap(({ weeks }) => weeks).filter(({ resolved }) => resolved > 0)).not.toEqual([]);
  report('trends', `${work.done} steps in ${DAYS} days from seed ${seed}: every week equals the replay`);

  await test.source.query(
    "UPDATE thread_times SET resolved_at = now(), first_response_at = NULL WHERE kind = 'problem'",
  );
  await test.source.query(
    "INSERT INTO thread_times (kind, record_id, position, created_at) VALUES ('problem', 999999, 1, now())",
  );
  expect(await read(`?weeks=${WEEKS}`)).not.toEqual(slow);
  await rebuildTrends(test.databaseUrl, () => undefined);
  expect(await read(`?weeks=${WEEKS}`)).toEqual(slow);
});

it('keeps what is newer, whoever tells of something older late', async () => {
  const { body } = await api.post<{ id: number }>('/api/problems', { ...thread, status: 'resolved' });
  await followed();
  const times = (): Promise<object[]> =>
    test.source.query("SELECT * FROM thread_times WHERE kind = 'problem' AND record_id = $1", [body.id]);
  const [before] = await times();
  expect(before).toMatchObject({ resolved_at: expect.any(Date) as Date });
  await test.source.query("SELECT fill_thread_times('problem', $1, $1, 1)", [body.id]);
  await test.source.query("SELECT fill_thread_times('problem', $1, $1, (SELECT max(id) - 1 FROM changes))", [body.id]);
  expect(await times()).toEqual([before]);
});
