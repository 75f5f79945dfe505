import { DataSource } from 'typeorm';
import { cloneDatabase } from '../../../test/support/database';
import { count, report } from '../../../test/reliability/reliability-config';
import { simulateShop, WEEKS, type SimulatedShop } from '../../../test/reliability/trends/simulated-shop';
import { dataSourceOptions } from '../../database/data-source';

const SEED = Number(process.env.TEST_SEED ?? 20_261_125);
const PRODUCTS = count(500, 3000);
const OUTBREAKS = count(25, 150);
const DAY_MS = 86_400_000;
const START = Date.UTC(2023, 0, 2);
/** So long after an outbreak its reports are still in what is looked at. */
const TRAIL_MS = 28 * DAY_MS;
const MAX_FALSE_ALARMS = 1 / 10_000;
const MAX_DELAY_REPORTS = 6;

jest.setTimeout(count(120_000, 60 * 60_000));

let source: DataSource;
let shop: SimulatedShop;
beforeAll(async () => {
  source = await new DataSource(dataSourceOptions(await cloneDatabase())).initialize();
  shop = simulateShop({ seed: SEED, products: PRODUCTS, outbreaks: OUTBREAKS, start: START });
  await fill(source, shop);
});
afterAll(() => source.destroy());

/** The numbers of the products that are affected at a time. */
async function affectedAt(at: number): Promise<number[]> {
  const rows = await source.query<{ id: number }[]>('SELECT product_id AS id FROM affected_products($1)', [
    new Date(at),
  ]);
  return rows.map(({ id }) => id);
}

/** Writes the shop without triggers, which are not what is tested. */
async function fill(to: DataSource, { products, reports }: SimulatedShop): Promise<void> {
  const json = JSON.stringify;
  await to.transaction(async (manager) => {
    await manager.query("SET LOCAL session_replication_role = 'replica'");
    await manager.query("INSERT INTO users (email, password) VALUES ('staff@shop.example', 'x')");
    await manager.query(
      "INSERT INTO products (id, name, sku) SELECT id, 'Brake disc', sku FROM json_to_recordset($1) AS product(id integer, sku text)",
      [json(products)],
    );
    await manager.query(
      `INSERT INTO changes (change_set, at, kind, record_id, subject_kind, subject_id, operation, version)
       SELECT gen_random_uuid(), to_timestamp("launchedAt" / 1000), 'product', id, 'product', id, 'insert', 1
       FROM json_to_recordset($1) AS product(id integer, "launchedAt" float8)`,
      [json(products)],
    );
    const numbered = json(reports.map((one, index) => ({ ...one, id: index + 1 })));
    await manager.query(
      `INSERT INTO problems (id, title, description, created_by_id, created_at)
       SELECT id, 'Squeaks', 'Text', 1, to_timestamp(at / 1000) FROM json_to_recordset($1) AS report(id integer, at float8)`,
      [numbered],
    );
    await manager.query(
      `INSERT INTO product_links (kind, record_id, product_id, source)
       SELECT 'problem', id, product, 'code' FROM json_to_recordset($1) AS report(id integer, product integer)`,
      [numbered],
    );
  });
  await to.query('ANALYZE');
}

it('raises at most one false alarm in 10,000 weeks of a product', async () => {
  const alarms = new Set<string>();
  for (let day = 1; day <= WEEKS * 7; day++) {
    const at = START + day * DAY_MS;
    for (const id of await affectedAt(at)) {
      const isTrue = shop.outbreaks.some(
        ({ product, from, to }) => product === id && at >= from && at <= to + TRAIL_MS,
      );
      if (!isTrue) alarms.add(`${id} ${Math.floor((day - 1) / 7)}`);
    }
  }
  report(
    'affected products',
    `seed ${SEED}: ${alarms.size} false alarms in ${PRODUCTS * WEEKS} weeks of a product, ${shop.reports.length} reports`,
  );
  expect(alarms.size / (PRODUCTS * WEEKS)).toBeLessThanOrEqual(MAX_FALSE_ALARMS);
});

it('sees an outbreak after at most six reports in half of all cases', async () => {
  const delays: number[] = [];
  for (const { product, from, to } of shop.outbreaks) {
    const reports = shop.reports.filter((one) => one.product === product && one.at >= from && one.at <= to);
    let seen = 0;
    // Times of the database have microseconds.
    while (seen < reports.length && !(await affectedAt(Math.ceil(reports[seen].at))).includes(product)) seen++;
    delays.push(seen < reports.length ? seen + 1 : Infinity);
  }
  delays.sort((a, b) => a - b);
  const median = delays[Math.floor(delays.length / 2)];
  report(
    'affected products',
    `seed ${SEED}: of ${delays.length} outbreaks ${delays.filter((one) => one === Infinity).length} are not seen, the median is ${median} reports, 90 of 100 within ${delays[Math.floor(delays.length * 0.9)]}`,
  );
  expect(median).toBeLessThanOrEqual(MAX_DELAY_REPORTS);
});

it.each([
  [200, 19600, 1400],
  [40, 19600, 1400],
  [100, 6160, 1320],
])('calls %i reports likely where more than a thousand are expected', async (reports, shape, mean) => {
  const [{ chance }] = await source.query<{ chance: number }[]>('SELECT negative_binomial_tail($1, $2, $3) AS chance', [
    reports,
    shape,
    mean,
  ]);
  expect(chance).toBeCloseTo(1, 4);
});
