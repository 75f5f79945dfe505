import { randomUUID } from 'node:crypto';
import {
  BeforeUpdate,
  Column,
  DataSource,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  VersionColumn,
  type Logger,
} from 'typeorm';
import { startApp, type TestApp } from '../../test/support/app';
import type { FollowUps } from './after-write';
import { WriteHooks, type BeforeWriteHook } from './before-write';
import type { ChangeNotifier } from './change-notifier';
import { resumedContext } from './resume-unfinished';
import { auditSql } from './record-type-sql';
import { RecordWriter } from './record-writer';

@Entity('makers')
class Maker {
  @PrimaryColumn()
  id: number;
}

@Entity('things')
class Thing {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'json' })
  extra: Record<string, string>;

  @Column({ type: 'text', nullable: true })
  note: string | null;

  @Column({ type: 'numeric', precision: 10, scale: 2, nullable: true })
  price: string | null;

  @ManyToOne(() => Maker, { cascade: true })
  @JoinColumn({ name: 'maker_id' })
  maker: Maker;

  @VersionColumn()
  version: number;
}

@Entity('things')
class Stamped {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'numeric', precision: 10, scale: 2, nullable: true })
  price: string | null;

  @VersionColumn()
  version: number;

  @BeforeUpdate()
  stamp(): void {
    this.name += ', stamped';
  }
}

@Entity('things')
class Tagged {
  @PrimaryGeneratedColumn()
  id: number;

  @Column({
    type: 'text',
    transformer: { from: (text: string) => new Set(text.split(',')), to: (tags: Set<string>) => [...tags].join() },
  })
  name: Set<string>;

  @VersionColumn()
  version: number;
}

let test: TestApp;
let source: DataSource;
let writer: RecordWriter;
let statements: string[] = [];
let hook: BeforeWriteHook<Thing> | undefined;
const context = resumedContext({ userId: 1, tokenName: null, changeSet: randomUUID() });

beforeAll(async () => {
  test = await startApp();
  await test.signedIn();
  await test.source.query(`
    CREATE TABLE makers (id integer PRIMARY KEY);
    INSERT INTO makers VALUES (1);
    CREATE TABLE things (id serial PRIMARY KEY, name text NOT NULL, extra json NOT NULL, note text, price numeric(10, 2), maker_id integer REFERENCES makers, version integer NOT NULL DEFAULT 1);
    ${auditSql({ kind: 'thing', table: 'things' })}`);
  const logger = { logQuery: (text: string) => void statements.push(text.split(' ')[0]) } as unknown as Logger;
  source = await new DataSource({
    ...test.source.options,
    entities: [Maker, Thing, Stamped, Tagged],
    migrations: [],
    logging: ['query'],
    logger,
  } as DataSource['options']).initialize();
  writer = new RecordWriter(
    source,
    { publish: () => undefined } as ChangeNotifier,
    { of: () => hook } as unknown as WriteHooks,
    { plan: () => undefined } as unknown as FollowUps,
  );
});
beforeEach(async () => {
  await test.source.query(`INSERT INTO things (name, extra, maker_id) VALUES ('Old', '{"a":"1","b":"2"}', 1)`);
  statements = [];
  hook = undefined;
});
afterAll(async () => {
  await source.destroy();
  await test.close();
});

const last = async (): Promise<Record<string, unknown>> =>
  (
    await test.source.query<Record<string, unknown>[]>(
      'SELECT id, name, extra::text, note, maker_id, version, xmin FROM things ORDER BY id DESC LIMIT 1',
    )
  )[0];
const change = async (fields: Partial<Thing>): Promise<Thing> =>
  writer.change(Thing, { id: (await last()).id as number, notFound: 'No such thing', fields }, context);

describe('a change of a record', () => {
  it('reads it once, sets what is different, and answers it as it is then', async () => {
    await test.source.query(
      "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''not these''; END'; CREATE TRIGGER refuse BEFORE UPDATE OF extra, note ON things FOR EACH STATEMENT EXECUTE FUNCTION refuse()",
    );
    const changed = await change({ name: 'New', extra: { a: '1', b: '2' }, note: null });
    await test.source.query('DROP TRIGGER refuse ON things');
    expect(changed).toMatchObject({ name: 'New', extra: { a: '1', b: '2' }, note: null, version: 2 });
    expect(await last()).toMatchObject({ name: 'New', maker_id: 1, version: 2 });
    expect(statements.filter((one) => one === 'SELECT' || one === 'UPDATE')).toEqual(['SELECT', 'SELECT', 'UPDATE']);
  });

  it('writes nothing where nothing is different', async () => {
    const before = await last();
    expect(await change({ name: 'Old', extra: { a: '1', b: '2' }, note: undefined })).toMatchObject({
      name: 'Old',
      version: 1,
    });
    expect(await last()).toEqual(before);
  });

  it('answers what is stored where the database writes it in another way', async () => {
    expect(await change({ price: '10' })).toMatchObject({ price: '10.00', version: 2 });
    expect(
      await writer.change(
        Stamped,
        { id: (await last()).id as number, notFound: '', fields: { price: '7.5' } },
        context,
      ),
    ).toMatchObject({ name: 'Old, stamped', price: '7.50' });
  });

  it('keeps another order of fields, and what becomes null', async () => {
    await change({ extra: { b: '2', a: '1' }, note: 'x' });
    expect(await last()).toMatchObject({ extra: '{"b":"2","a":"1"}', note: 'x', version: 2 });
    expect(await change({ note: null })).toMatchObject({ note: null, version: 3 });
    expect((await last()).note).toBeNull();
  });

  it('goes by what its entity says of relations and listeners', async () => {
    await change({ name: 'New', maker: { id: 2 } });
    expect(await last()).toMatchObject({ name: 'New', maker_id: 2 });
    const { id } = await last();
    expect(
      await writer.change(Stamped, { id: id as number, notFound: '', fields: { name: 'Newer' } }, context),
    ).toMatchObject({ name: 'Newer, stamped' });
    expect((await last()).name).toBe('Newer, stamped');
    expect(
      await writer.change(
        Tagged,
        { id: id as number, notFound: '', fields: { name: new Set(['new', 'red']) } },
        context,
      ),
    ).toMatchObject({ version: 4 });
    expect((await last()).name).toBe('new,red');
  });

  it('tells subscribers of what was before', async () => {
    const told: unknown[] = [];
    source.subscribers.push({
      afterUpdate: ({ entity, databaseEntity }) => void told.push([databaseEntity.name, entity?.name]),
    });
    await change({ name: 'New' });
    source.subscribers.pop();
    expect(told).toEqual([['Old', 'New']]);
  });

  it('sees what a hook has made of it, inside of fields, too', async () => {
    const seen: unknown[] = [];
    hook = (draft, { before }) => {
      (draft.extra as Record<string, string>).c = '3';
      seen.push(before?.extra);
      return Promise.resolve();
    };
    expect(await change({ name: 'New' })).toMatchObject({ name: 'New', extra: { a: '1', b: '2', c: '3' } });
    expect(await last()).toMatchObject({ name: 'New', extra: '{"a":"1","b":"2","c":"3"}', version: 2 });
    expect(seen).toEqual([{ a: '1', b: '2' }]);
  });
});

it('has the hash of a request before a transaction is open', async () => {
  let before: string[] | undefined;
  const request = (): Promise<string> => {
    before ??= [...statements];
    return Promise.resolve('hash');
  };
  const once = { ...context, idempotency: { key: randomUUID(), request } };
  await writer.idempotent(
    once,
    () => Promise.resolve(),
    () => Promise.resolve(),
  );
  expect(before).toEqual([]);
});
