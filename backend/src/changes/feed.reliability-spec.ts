import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../test/support/api';
import { startApp, type TestApp } from '../../test/support/app';
import { EventStream } from '../../test/support/event-stream';
import { ConcurrentWriters } from '../../test/reliability/consistency/concurrent-writers';
import { count, newSeed, report, seededFault } from '../../test/reliability/reliability-config';
import { pick, seeded, type Random } from '../platform/demo/random';
import { readCursor, writeCursor, type ChangeDto, type ChangesDto } from './change.dto';

const CHANGES = count(3000, 100_000);
/** The short one, with the records that are made for it, is below what a stream may miss: a slow machine sees no `reset`. */
const STREAMED = count(600, 10_000);
const HOLD = 8;

let test: TestApp;
let api: Api;
let random: Random;
let seed: number;
let writers: ConcurrentWriters;

beforeEach(async () => {
  seed = newSeed();
  random = seeded(seed);
  test = await startApp();
  api = await test.signedIn();
  writers = new ConcurrentWriters(test.source, random);
});
afterEach(() => test.close());

interface Seen {
  missed: number;
  repeated: number;
  /** Changes of a record that came before an older one of it. */
  misplaced: number;
}

/** Holds what a reader got against what was committed. */
function compare(got: Pick<ChangeDto, 'cursor' | 'kind' | 'recordId' | 'version'>[], committed: number[]): Seen {
  const numbers = got.map(({ cursor }) => readCursor(cursor) as number);
  const versions = new Map<string, number>();
  let misplaced = 0;
  for (const { kind, recordId, version } of got) {
    const record = `${kind} ${recordId}`;
    if (version !== (versions.get(record) ?? version - 1) + 1) misplaced++;
    versions.set(record, version);
  }
  const seen = new Set(numbers);
  return { missed: committed.filter((id) => !seen.has(id)).length, repeated: numbers.length - seen.size, misplaced };
}

/** Reads the feed until `done` and all is there; stops, waits and loses answers on the way. */
async function follow(done: () => boolean, pause: number): Promise<ChangeDto[]> {
  const got: ChangeDto[] = [];
  let cursor = '';
  for (;;) {
    const last = done();
    const query = `limit=${pick(random, [1, 7, 100, 1000])}${random() < 0.3 ? '&wait=1' : ''}${cursor && `&after=${cursor}`}`;
    const { status, body } = await api.get<ChangesDto>(`/api/changes?${query}`);
    if (status !== 200) throw new Error(`${status} for ${query}`);
    if (random() < 0.1) continue; // The answer was lost on its way.
    got.push(...body.changes);
    if (last && body.changes.length === 0) return got;
    cursor = body.cursor;
    if (random() < 0.3) await sleep(random() * pause);
  }
}

async function burnAndFollow(changes: number, hold: number, pause: number): Promise<{ seen: Seen; got: ChangeDto[] }> {
  let burnt = false;
  const burning = writers.write(changes, hold).finally(() => (burnt = true));
  const [got] = await Promise.all([follow(() => burnt, pause), burning]);
  return { seen: compare(got, await writers.entries(0)), got };
}

it(
  `misses none of ${CHANGES} changes and repeats none`,
  async () => {
    const { seen, got } = await burnAndFollow(CHANGES, HOLD, 50);
    expect([seed, seen]).toEqual([seed, { missed: 0, repeated: 0, misplaced: 0 }]);
    expect(got.filter(({ operation }) => operation === 'update').length).toBe(writers.committed);
    const sums = await test.source.query<{ sum: string }[]>(
      "SELECT sum(content::integer) FROM updates WHERE title = 'Written at once'",
    );
    expect(Number(sums[0].sum)).toBe(writers.committed);
    report(
      'feed',
      `${got.length} changes by 16 writers: ${seen.missed} missed, ${seen.repeated} repeated, ${seen.misplaced} out of order (seed ${seed})`,
    );
  },
  count(60_000, 900_000),
);

seededFault(
  'feed',
  'what is newest is taken for complete',
  async () => {
    await test.source.query(`
    CREATE OR REPLACE FUNCTION changes_horizon(OUT safe bigint, OUT newest bigint) LANGUAGE sql AS $$
      SELECT last_value, last_value FROM changes_id_seq
    $$`);
    const { seen } = await burnAndFollow(1000, 30, 0);
    expect(seen.missed).toBeGreaterThan(0);
  },
  60_000,
);

it(
  `streams ${STREAMED} changes with breaks in between`,
  async () => {
    const from = (await test.source.query<{ id: string }[]>('SELECT coalesce(max(id), 0) AS id FROM changes'))[0].id;
    let burnt = false;
    const burning = writers.write(STREAMED, HOLD).finally(() => (burnt = true));
    const got: ChangeDto[] = [];
    let last = writeCursor(Number(from));
    let breaks = 0;
    for (let complete = false; !complete;) {
      const stream = EventStream.open(api, { last });
      const rest = sleep(10 + random() * 60);
      await stream.until(() => stream.events.length > 0);
      if (burnt) {
        const end = (await writers.entries(0)).at(-1) as number;
        await stream.until(() => (readCursor(stream.last) ?? 0) >= end);
        complete = true;
      } else await rest;
      stream.close();
      await stream.ended;
      expect(stream.of('reset')).toEqual([]);
      got.push(...stream.of('change').map(({ data }) => data as ChangeDto));
      last = stream.last ?? last;
      breaks++;
    }
    await burning;
    expect([seed, compare(got, await writers.entries(Number(from)))]).toEqual([
      seed,
      { missed: 0, repeated: 0, misplaced: 0 },
    ]);
    report('events', `${got.length} changes over ${breaks} connections: 0 missed, 0 repeated (seed ${seed})`);
  },
  count(60_000, 300_000),
);
