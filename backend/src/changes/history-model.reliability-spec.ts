import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { startApp, type TestApp } from '../../test/support/app';
import { buildImage } from '../../test/support/factories';
import { count, newSeed, report } from '../../test/reliability/reliability-config';
import { conflictKey, TABLES, textOf, type Choices } from '../../test/reliability/consistency/history-model';
import { RandomHistory, type GivenImage, type Writers } from '../../test/reliability/consistency/random-history';
import { pick, seeded, type Random } from '../platform/demo/random';

const SEQUENCES = count(40, 2000);
const STEPS = 8;
const seed = newSeed();
let test: TestApp;
let users: Writers['users'];
let sql: Client;
let random: Random;
let run: RandomHistory;
const images: GivenImage[] = [{ given: 'https://shop.example/a.jpg?x="1"', kept: 'https://shop.example/a.jpg?x="1"' }];
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
  sql = new Client({ connectionString: test.databaseUrl });
  await sql.connect();
  await sql.query("SET TimeZone = 'Asia/Kathmandu'");
});
afterAll(async () => {
  await sql.end();
  await test.close();
});

const json = JSON.stringify;

/** Takes back any change set so far; where it is refused, with choices once more. */
async function revert(): Promise<void> {
  const { history, trace } = run;
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
    const isImpossible = outcome.conflicts.length === 0;
    // Then it names as a whole what cannot be written, where there is more.
    const asked = conflicts.filter(({ field }) => !isImpossible || field !== '*');
    if (answer.status !== 409 || json(asked.map(conflictKey).sort()) !== json(outcome.conflicts)) {
      throw new Error(
        `${answer.status} ${answer.body.message} ${json(conflicts)} in place of 409 ${json(outcome.conflicts)}`,
      );
    }
    if (isImpossible) return void tally.impossible++;
    if (attempt === 1) tally.refused++;
    // Now and then not all of them are answered at once.
    const answered = conflicts
      .filter(() => attempt > 1 || random() < 0.8)
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
    const rows = await run.query<{ text: string }>(
      `SELECT row_to_json(t)::text AS text FROM (SELECT ${columns.join(', ')} FROM ${table} WHERE id > ${from.get(kind) ?? 0}) AS t`,
    );
    found.push(...rows.map((one) => `${kind} ${one.text}`));
  }
  const wanted = [...run.history.state].map(([key, values]) => `${key.split(' ')[0]} ${textOf(key, values)}`);
  expect(found.sort()).toEqual(wanted.sort());
}

async function newest(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const [kind, { table }] of Object.entries(TABLES))
    found.set(
      kind,
      Number(
        (
          await run.query<{ id: string }>(
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
      run = new RandomHistory(random, { users, sql, images });
      const from = await newest();
      try {
        for (let done = 0; done < STEPS; done++) await run.step();
        tally.changes += STEPS;
        for (let reverts = 1 + Math.floor(random() * 3); reverts > 0; reverts--) await revert();
        await expectSame(from);
      } catch (error) {
        (error as Error).message = `TEST_SEED=${seed + number}\n${run.trace.join('\n')}\n${(error as Error).message}`;
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
  count(120_000, 1_800_000),
);

it('has counted every use of every image', async () => {
  const wrong = await test.source.query(`
    SELECT sha256, images.uses FROM images LEFT JOIN (
      SELECT image_hashes((after -> 'images')::jsonb) AS sha256 FROM changes WHERE after -> 'images' IS NOT NULL
    ) AS logged USING (sha256) GROUP BY sha256, images.uses HAVING count(logged.sha256) <> images.uses`);
  expect(wrong).toEqual([]);
});
