import { Injectable } from '@nestjs/common';
import { Client } from 'pg';
import { addModule } from '../../../test/support/add-module';
import { startApp, type TestApp } from '../../../test/support/app';
import { cloneDatabase } from '../../../test/support/database';
import { Update } from '../../features/updates/update.entity';
import { OnChange, type ChangeOf } from './on-change';

/** The titles of the updates that were told. */
const told: (string | undefined)[] = [];
let begun = 0;
let wait: Promise<void> | undefined;

@Injectable()
class Listeners {
  @OnChange('update')
  async all({ after }: ChangeOf<Update>): Promise<void> {
    begun += 1;
    await wait;
    told.push(after?.title);
  }
}

addModule(Listeners);

let test: TestApp;
let database: string;

async function start(): Promise<void> {
  test = await startApp({ DATABASE_URL: database });
}

/** Runs SQL on a connection of its own. */
async function sql<Row>(text: string): Promise<Row[]> {
  const client = new Client({ connectionString: database });
  await client.connect();
  const { rows } = await client.query(text).finally(() => client.end());
  return rows as Row[];
}

/** Waits until something is as it should be. */
async function until(is: () => unknown): Promise<void> {
  for (const end = Date.now() + 10_000; !(await is()); await new Promise((resolve) => setTimeout(resolve, 10)))
    if (Date.now() > end) throw new Error(`still not: ${is}`);
}

const write = (title: string): Promise<object[]> =>
  sql(
    `INSERT INTO updates (title, content, status, created_by_id) VALUES ('${title}', 'Text', 'active', (SELECT min(id) FROM users))`,
  );

/** The offset that is stored. */
async function position(): Promise<number> {
  const [row] = await sql<{ position: string }>("SELECT position FROM change_listeners WHERE name = 'Listeners.all'");
  return Number(row.position);
}

/** Puts the log and the stored offsets back to an earlier state. */
const putBack = (newest: number, offset: number): Promise<object[]> =>
  sql(
    `ALTER TABLE changes DISABLE TRIGGER USER; DELETE FROM changes WHERE id > ${newest};
     ALTER TABLE changes ENABLE TRIGGER USER; SELECT setval('changes_id_seq', ${newest});
     UPDATE change_listeners SET position = least(position, ${offset})`,
  );

beforeEach(async () => {
  told.length = begun = 0;
  wait = undefined;
  database = await cloneDatabase();
  await sql("INSERT INTO users (email, password) VALUES ('before@shop.example', 'x')");
  await start();
  await until(async () => (await sql("SELECT FROM change_listeners WHERE name = 'Listeners.all'")).length === 1);
});
afterEach(() => test.close());

it('goes on after the database was put back to an earlier state under the running app', async () => {
  await write('one');
  await until(() => told.length === 1);
  const before = await position();
  for (const title of ['two', 'three', 'four', 'five']) await write(title);
  await until(async () => told.length === 5 && (await position()) === before + 4);
  test.quiet();
  await putBack(before, before);
  await sql(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  for (const title of ['six', 'seven', 'eight']) {
    await write(title);
    await until(() => told.includes(title));
  }
  expect(told).toEqual(['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']);
}, 60_000);

it('goes on from its stored offset where the database was put back, also without another change', async () => {
  await write('one');
  await until(() => told.length === 1);
  const before = await position();
  for (const title of ['two', 'three', 'four']) await write(title);
  await until(async () => told.length === 4 && (await position()) === before + 3);
  await putBack(before + 1, before);
  await until(() => told.length === 5);
  expect(told).toEqual(['one', 'two', 'three', 'four', 'two']);
}, 60_000);

it('does not store what it tells while the database is put back', async () => {
  await write('one');
  await until(() => told.length === 1);
  const before = await position();
  for (const title of ['two', 'three']) await write(title);
  await until(async () => told.length === 3 && (await position()) === before + 2);
  let go: () => void = () => undefined;
  wait = new Promise((resolve) => (go = resolve));
  await write('four');
  await until(() => begun === 4);
  await putBack(before, before);
  await write('five');
  wait = undefined;
  go();
  await until(() => told.includes('five'));
  expect(told).toEqual(['one', 'two', 'three', 'four', 'five']);
}, 60_000);

it('goes on with the next change where an offset beyond the log is stored', async () => {
  await test.close();
  await sql('UPDATE change_listeners SET position = 1000000');
  await start();
  await until(async () => (await position()) < 1_000_000);
  await write('one');
  await until(() => told.length === 1);
});
