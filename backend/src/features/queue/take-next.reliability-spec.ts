import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { count, report, seededFault } from '../../../test/reliability/reliability-config';
import type { QueueItemDto } from './queue.dto';

const CLIENTS = 8;
const ITEMS = count(400, 10_000);

let test: TestApp;
let clients: { api: Api; id: number }[];
beforeAll(async () => {
  test = await startApp();
  clients = [];
  for (let number = 0; number < CLIENTS; number++) {
    const api = await test.signedIn();
    clients.push({ api, id: (await api.get<{ id: number }>('/api/user')).body.id });
  }
});
afterAll(() => test.close());

const TABLES: Record<string, string> = { question: 'customer_questions', problem: 'problems' };
const keyOf = ({ kind, id }: Pick<QueueItemDto, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Makes threads of both kinds in turn, each waiting a second less than the one before. */
async function fill(): Promise<void> {
  for (const [place, table] of Object.values(TABLES).entries())
    await test.source.query(
      `INSERT INTO ${table} (title, description, created_by_id, created_at)
       SELECT 'Thread', 'Text', $1, now() - interval '1 day' + (2 * n + $2) * interval '1 second' FROM generate_series(1, $3) AS n`,
      [clients[0].id, place, ITEMS / 2],
    );
}

/** All clients take until there is nothing; answers what each of them was given, in order. */
function takeAll(): Promise<QueueItemDto[][]> {
  return Promise.all(
    clients.map(async ({ api }) => {
      const taken: QueueItemDto[] = [];
      for (;;) {
        const answer = await api.post<QueueItemDto>('/api/queue/next', {});
        if (answer.status === 204) return taken;
        expect(answer.status).toBe(200);
        taken.push(answer.body);
      }
    }),
  );
}

/** What is wrong with what was given: twice, to nobody, or to somebody else than the record says. */
async function faultsOf(taken: QueueItemDto[][]): Promise<string[]> {
  const owners = new Map<string, number[]>();
  for (const [place, items] of taken.entries())
    for (const item of items) owners.set(keyOf(item), [...(owners.get(keyOf(item)) ?? []), clients[place].id]);
  const faults: string[] = [];
  for (const [kind, table] of Object.entries(TABLES))
    for (const { id, owner } of await test.source.query<{ id: number; owner: number | null }[]>(
      `SELECT id, assignee_id AS owner FROM ${table} ORDER BY id`,
    )) {
      const given = owners.get(keyOf({ kind, id })) ?? [];
      if (given.length !== 1 || given[0] !== owner) faults.push(`${kind} ${id}: ${given.join()} and not ${owner}`);
    }
  return faults;
}

it(`gives each of ${ITEMS} threads to exactly one of ${CLIENTS} clients`, async () => {
  await fill();
  const start = Date.now();
  const taken = await takeAll();
  const all = taken.flat();
  expect(await faultsOf(taken)).toEqual([]);
  expect(all.length).toBe(ITEMS);
  // Each client gets them in their order, but for what others were about to take.
  for (const items of taken) {
    const times = items.map(({ waitingSince }) => Date.parse(waitingSince as string) / 1000);
    const latest = times.map((_time, place) => Math.max(...times.slice(0, place + 1)));
    expect(times.filter((time, place) => latest[place] - time > 2 * CLIENTS)).toEqual([]);
  }
  const seconds = (Date.now() - start) / 1000;
  report('take next', `${ITEMS} threads by ${CLIENTS} clients in ${seconds.toFixed(1)} s, each once`);
}, 600_000);

seededFault('take next', 'an assignment that is not kept', async () => {
  for (const table of Object.values(TABLES)) await test.source.query(`DELETE FROM ${table}`);
  await fill();
  await test.source.query('UPDATE problems SET assignee_id = $1 WHERE id % 2 = 0', [clients[0].id]);
  const [first] = await faultsOf(await takeAll());
  expect(first).toBeDefined();
});
