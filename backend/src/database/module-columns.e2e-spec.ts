import { randomUUID } from 'node:crypto';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { startApp, type TestApp } from '../../test/support/app';
import { readRows } from '../lists/read-rows';
import { actorOf, insertStatement } from '../records/write-statements';
import { resumedContext } from '../records/resume-unfinished';
import { findById, runPrepared } from './prepared-statement';

@Entity('orders')
class Order {
  @PrimaryColumn()
  id: number;

  @Column({ type: 'char', length: 3 })
  currency: string;

  @Column({ type: 'enum', enum: ['road', 'air'] })
  way: string;

  @Column()
  note: string;

  @Column({ type: 'date' })
  due: string;

  @Column({ type: 'text' })
  size: string;

  @Column({ type: 'integer' })
  bytes: number;

  @Column()
  key: string;

  @Column({ type: 'integer' })
  rank: number;

  @Column({ type: 'boolean' })
  isCut: boolean;

  @Column({ type: 'enum', enum: ['road', 'air'], array: true })
  ways: string[];

  @Column()
  at: Date;

  @Column({ type: 'json', nullable: true })
  more: object | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}

const ORDER: Order = {
  id: 1,
  currency: 'EUR',
  way: 'air',
  note: 'n',
  due: '2026-11-27',
  size: 'XL',
  bytes: 3,
  key: 'k',
  rank: 9,
  isCut: true,
  ways: ['air', 'road'],
  at: new Date('2026-11-27T12:00:00Z'),
  more: null,
  createdAt: new Date('2026-11-27T11:00:00Z'),
};
const context = resumedContext({ userId: 1, tokenName: null, changeSet: randomUUID() });

let test: TestApp;
let source: DataSource;
beforeAll(async () => {
  test = await startApp();
  await test.source.query(`
    CREATE TYPE orders_way_enum AS ENUM ('road', 'air');
    CREATE TYPE orders_ways_enum AS ENUM ('road', 'air');
    CREATE TABLE orders (id integer PRIMARY KEY, currency char(3) NOT NULL, way orders_way_enum NOT NULL,
      note varchar NOT NULL, due date NOT NULL, size text NOT NULL, bytes integer NOT NULL, key varchar NOT NULL, rank integer NOT NULL, "isCut" boolean NOT NULL,
      ways orders_ways_enum[] NOT NULL, at timestamp NOT NULL, more json CHECK (more::text <> 'null'), created_at timestamptz NOT NULL)`);
  source = await new DataSource({
    ...test.source.options,
    entities: [Order],
    migrations: [],
  } as DataSource['options']).initialize();
});
afterAll(async () => {
  await source.destroy();
  await test.close();
});

async function insert(order: Order): Promise<Order> {
  const { statement, values } = await insertStatement(source.getMetadata(Order), order, context);
  expect(values.slice(0, 3)).toEqual(actorOf(context));
  return (await runPrepared<Order>(source, statement, values))[0];
}

// A fault shows only where the computer is in another time zone than UTC: TZ=Europe/Berlin.
it('are stored and answered as they are given', async () => {
  expect(await insert(ORDER)).toEqual(ORDER);
  expect(await findById(source.getRepository(Order), 1)).toEqual(ORDER);
});

it('refuse a text that is too long, and do not cut it', async () => {
  await expect(insert({ ...ORDER, id: 2, currency: 'EURO' })).rejects.toThrow('too long');
});

it('may have the names that a list uses for its own', async () => {
  for (const filter of [{}, { createdFrom: new Date('2026-01-01') }]) {
    const read = readRows(source.getRepository(Order), filter);
    const { rows, hasMore } = await read({ after: null, limit: 200 });
    expect(rows).toMatchObject([ORDER]);
    expect(hasMore).toBe(false);
  }
});
