import { Injectable, Logger } from '@nestjs/common';
import { addModule } from '../../../test/support/add-module';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { cloneDatabase } from '../../../test/support/database';
import { Update } from '../../features/updates/update.entity';
import { readCursor } from '../change.dto';
import { OnChanges, type ChangeOf } from './on-change';

const batches: ChangeOf<Update>[][] = [];
let takesMs = 0;
let failsAt = (_batch: number): boolean => false;

@Injectable()
class Listener {
  @OnChanges('update', { name: 'batches' })
  async follow(changes: ChangeOf<Update>[]): Promise<void> {
    batches.push(changes);
    await new Promise((resolve) => setTimeout(resolve, takesMs));
    if (failsAt(batches.length)) throw new Error('not now');
  }
}

addModule(Listener);

let test: TestApp;
let api: Api;
let database: string;

async function start(): Promise<void> {
  test = await startApp({ DATABASE_URL: database });
}

/** Waits until something is as it should be. */
async function until(is: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; !(await is()); await new Promise((resolve) => setTimeout(resolve, 10)))
    if (Date.now() > end) throw new Error(`still not: ${is}`);
}

/** The offset of the subscription; undefined before it has one. */
async function offset(): Promise<number | undefined> {
  const rows = await test.source.query<{ position: string }[]>(
    "SELECT position FROM change_listeners WHERE name = 'batches'",
  );
  return rows[0] && Number(rows[0].position);
}

/** Writes so many updates at once, and answers the numbers of all entries of the log for updates. */
async function write(updates: number): Promise<number[]> {
  await test.source.query(
    `INSERT INTO updates (title, content, status, created_by_id)
     SELECT 'Title', 'Text', 'active', (SELECT min(id) FROM users) FROM generate_series(1, $1)`,
    [updates],
  );
  const rows = await test.source.query<{ id: string }[]>("SELECT id FROM changes WHERE kind = 'update' ORDER BY id");
  return rows.map(({ id }) => Number(id));
}

const told = (): (number | null)[][] => batches.map((changes) => changes.map(({ cursor }) => readCursor(cursor)));

beforeEach(async () => {
  batches.length = takesMs = 0;
  failsAt = () => false;
  jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  database = await cloneDatabase();
  await start();
  api = await test.signedIn();
  await until(async () => (await offset()) !== undefined);
});
afterEach(async () => {
  await test.close();
  jest.restoreAllMocks();
});

it('tells up to 100 changes at once, in the order of the feed', async () => {
  const ids = await write(150);
  await until(() => batches.length === 2);
  expect(told()).toEqual([ids.slice(0, 100), ids.slice(100)]);
});

it('tells the changes again at which the method threw, and none before them', async () => {
  failsAt = (batch) => batch === 2;
  const ids = await write(150);
  await until(() => batches.length === 2);
  await until(async () => (await offset()) === ids[99]);
  await until(() => batches.length === 3);
  expect(told()).toEqual([ids.slice(0, 100), ids.slice(100), ids.slice(100)]);
  await until(async () => Number(await offset()) >= ids[149]);
});

it('tells the changes again after an end before the method was through with them', async () => {
  failsAt = () => true;
  const before = await offset();
  const ids = await write(3);
  await until(() => batches.length === 1);
  expect(await offset()).toBe(before);
  await test.close();
  failsAt = () => false;
  await start();
  const more = await write(2);
  await until(() => told().slice(1).flat().length === more.length);
  expect(told()[0]).toEqual(ids);
  expect(told().slice(1).flat()).toEqual(more);
});

it('lets changes gather for 250 ms while more and more are written', async () => {
  takesMs = 50;
  const start = Date.now();
  let written = 0;
  for (; Date.now() < start + 1000; written++) await api.post('/api/updates', { title: 'Title', content: 'Text' });
  await until(() => told().flat().length === written);
  // The first is told at once.
  expect(batches.length).toBeLessThanOrEqual((Date.now() - start) / (takesMs + 250) + 1);
});
