import { Injectable, Logger } from '@nestjs/common';
import type { DiscoveryService } from '@nestjs/core';
import { Client } from 'pg';
import { addModule } from '../../../test/support/add-module';
import type { Api } from '../../../test/support/api';
import { startApp, type TestApp } from '../../../test/support/app';
import { cloneDatabase } from '../../../test/support/database';
import { Update } from '../../features/updates/update.entity';
import { subscriptionsOf } from './subscriptions.service';
import { contextFor, OnChange, type ChangeOf } from './on-change';
import { RecordWriter } from '../../records/record-writer';

const told: ChangeOf<Update>[] = [];
const others: string[] = [];
let begun = 0;
let fail = 0;
let wait: Promise<void> | undefined;

@Injectable()
class Listeners {
  @OnChange('update')
  async all(change: ChangeOf<Update>): Promise<void> {
    begun += 1;
    if (fail-- > 0) throw new Error('not now');
    await wait;
    told.push(change);
  }

  @OnChange('problem', { operations: ['update', 'delete'], name: 'others' })
  some({ kind, operation }: ChangeOf<object>): void {
    others.push(`${kind} ${operation}`);
  }

  @OnChange('nothing')
  none(): void {
    throw new Error('There is no such kind');
  }
}

@Injectable()
class Echo {
  constructor(private readonly writer: RecordWriter) {}

  @OnChange('update', { operations: ['insert'] })
  async echo(change: ChangeOf<Update>): Promise<void> {
    const context = contextFor(change, 'echo');
    if (!context || !change.after?.title?.startsWith('Say ')) return;
    await this.writer.create(
      Update,
      { title: change.after.title.slice(4), content: 'Text', createdById: context.userId },
      context,
    );
  }
}

addModule(Listeners, Echo);

/** The app has some of its own. */
const OWN_LISTENERS =
  "SELECT FROM change_listeners WHERE name IN ('Listeners.all', 'others', 'Listeners.none', 'Echo.echo')";

let test: TestApp;
let api: Api;
let database: string;
let warnings: string[];

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

const addUpdate = async (title: string, query = ''): Promise<number> =>
  (await api.post(`/api/updates${query}`, { title, content: 'Text' })).body.id;
const titles = (): unknown[] => told.map(({ after }) => after?.title);
const writeBeside = (title: string): Promise<object[]> =>
  sql(
    `INSERT INTO updates (title, content, status, created_by_id) VALUES ('${title}', 'Text', 'active', (SELECT min(id) FROM users))`,
  );

describe('a listener', () => {
  beforeEach(async () => {
    told.length = others.length = begun = fail = 0;
    wait = undefined;
    warnings = [];
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((message: string) => void warnings.push(message));
    database = await cloneDatabase();
    await sql("INSERT INTO users (email, password) VALUES ('before@shop.example', 'x')");
    await writeBeside('before it was there');
    await start();
    api = await test.signedIn();
    await until(async () => (await sql(OWN_LISTENERS)).length === 4);
  });
  afterEach(async () => {
    await test.close();
    jest.restoreAllMocks();
  });

  it('tells what changes after it was committed: in order, from the moment when the listener was there, of the kinds and operations that it wants', async () => {
    await addUpdate('tried out', '?dryRun=true');
    const recordId = await addUpdate('one');
    await Promise.all([addUpdate('two'), addUpdate('three')]);
    await writeBeside('four');
    await until(() => told.length === 4);
    expect(told).toEqual((await api.get('/api/changes?kind=update')).body.changes.slice(1));
    expect(told[0]).toMatchObject({
      recordId,
      operation: 'insert',
      before: null,
      after: { title: 'one' },
      userEmail: expect.any(String),
    });
    expect(told[3]).toMatchObject({ userId: null, after: { title: 'four' } });
    expect(others).toEqual([]);
    const { id } = (await api.post('/api/problems', { title: 'Title', description: 'Text' })).body;
    await api.patch(`/api/problems/${id}/status`, { status: 'resolved' });
    await api.delete(`/api/problems/${id}`);
    await until(() => others.length === 2);
    expect(others).toEqual(['problem update', 'problem delete']);
    expect(warnings).toContainEqual(
      expect.stringContaining(
        'Listeners.none waits for changes of nothing, and there is no such kind of record. There are: ',
      ),
    );
  });

  it('tells again what a listener has thrown at, before what comes after it, and says so; others do not wait', async () => {
    const errors: object[] = [];
    jest.spyOn(Logger.prototype, 'error').mockImplementation((message: object) => void errors.push(message));
    fail = 2;
    await addUpdate('one');
    await addUpdate('two');
    const { id } = (await api.post('/api/problems', { title: 'Title', description: 'Text' })).body;
    await api.patch(`/api/problems/${id}/status`, { status: 'resolved' });
    await until(() => others.length === 1);
    expect(told).toEqual([]);
    await until(() => told.length === 2);
    expect(titles()).toEqual(['one', 'two']);
    expect(errors).toEqual(
      Array(2).fill(
        expect.objectContaining({
          msg: expect.stringMatching(/^Listeners.all failed; the change is told again in [12] s$/),
          change: told[0].cursor,
        }),
      ),
    );
  });

  it('goes on where it was after a restart, and lets the call under way finish before it ends', async () => {
    await addUpdate('one');
    await until(() => told.length === 1);
    let go: () => void = () => undefined;
    wait = new Promise((resolve) => (go = resolve));
    await addUpdate('two');
    await until(() => begun === 2);
    const closed = test.close();
    setTimeout(go, 200);
    await closed;
    expect(titles()).toEqual(['one', 'two']);
    wait = undefined;
    await writeBeside('three');
    await start();
    await until(() => told.length === 3);
    expect(titles()).toEqual(['one', 'two', 'three']);
  });

  it('is done by one process, and by another when that one is gone', async () => {
    const first = test;
    await start();
    // Both have asked who leads, and had time to begin.
    await until(
      async () =>
        (
          await sql(
            "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle' AND query LIKE '%try_advisory_lock%'",
          )
        ).length === 2,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    await addUpdate('one');
    await until(() => told.length === 1);
    await first.close();
    await writeBeside('two');
    await until(() => told.length === 2);
    expect(titles()).toEqual(['one', 'two']);
  });

  it('writes in turn once, however often it is told, on behalf of who made the change', async () => {
    await addUpdate('Say one');
    await until(() => told.length === 2);
    await test.close();
    await sql("UPDATE change_listeners SET position = 0 WHERE name = 'Echo.echo'");
    await start();
    await until(
      async () => (await sql("SELECT FROM change_listeners WHERE name = 'Echo.echo' AND position > 1")).length === 1,
    );
    expect(await sql("SELECT FROM updates WHERE title = 'one'")).toHaveLength(1);
    expect(titles()).toEqual(['Say one', 'one']);
    expect(told[1]).toMatchObject({ userId: told[0].userId, userEmail: told[0].userEmail });
    expect(told[1].changeSet).not.toBe(told[0].changeSet);
  });
});

it('no two listeners may have one name', () => {
  const discovery = {
    getProviders: () => [{ instance: new Listeners() }, { instance: new Listeners() }],
  } as unknown as DiscoveryService;
  expect(() => subscriptionsOf(discovery)).toThrow(
    "Two methods with @OnChange are called Listeners.all. Give one of them another name: @OnChange('…', { name: '…' })",
  );
});
