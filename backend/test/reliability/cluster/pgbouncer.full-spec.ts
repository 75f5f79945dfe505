import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../../../src/platform/embedded-postgres/server';
import { Api } from '../../support/api';
import { debian, edited, makeFolder, Program, writeFor } from './programs';
import { AppProcesses } from './app-processes';
import { cloneDatabase } from '../../support/database';
import { EventStream } from '../../support/event-stream';
import { report, seededFault } from '../reliability-config';

const CHANGES = 200;

let folder: string;
let pgbouncer: Program | undefined;
let url: URL;
let replicas: AppProcesses | undefined;

/** PgBouncer with our file between the app's own account and its database. */
async function start(mode: 'session' | 'transaction'): Promise<void> {
  const database = new URL(await cloneDatabase('template0'));
  const name = database.pathname.slice(1);
  // The tests' own account has the app's name.
  const account = `pooled_${mode}`;
  const client = new Client({ connectionString: database.href });
  await client.connect();
  await client.query(
    `CREATE ROLE ${account} LOGIN PASSWORD 'app-password'; ALTER DATABASE ${name} OWNER TO ${account}`,
  );
  const file = edited('postgres/pgbouncer.ini', [
    ['127.0.0.1 port=5000 dbname=ecom_crm', `127.0.0.1 port=${database.port} dbname=${name}`],
    ['listen_port = 6432', `listen_port = ${await freePort()}`],
    ['/etc/pgbouncer', (folder = makeFolder())],
    ['ALTER ROLE ecom_crm', `ALTER ROLE ${account}`],
    ['pool_mode = session', `pool_mode = ${mode}`],
  ]);
  // What the file says that the account is to be given.
  for (const [, statement] of file.matchAll(/^; {3}(ALTER .*)$/gm)) await client.query(statement);
  await client.end();
  writeFor(folder, 'userlist.txt', `"${account}" "app-password"\n`);
  pgbouncer = new Program('pgbouncer', [writeFor(folder, 'pgbouncer.ini', file)], { env: debian(), cwd: folder });
  url = new URL(`postgres://${account}:app-password@127.0.0.1:${/listen_port = (\d+)/.exec(file)?.[1]}/ecom_crm`);
  await sleep(1_000);
  replicas = await AppProcesses.start(2, { DATABASE_URL: url.href, TRUST_PROXY: '0', STOP_DELAY: '0' });
}

afterEach(async () => {
  await replicas?.stop();
  await pgbouncer?.stop();
  rmSync(folder, { recursive: true });
});

/** Writes on one process what a stream of the other must tell, each at once; answers the slowest, ms. */
async function checkWork(): Promise<number> {
  const [writer, listener] = (replicas as AppProcesses).apps.map((app) => new Api(app.url));
  expect((await writer.post('/api/register', { email: 'anna@shop.example', password: 'secret password' })).status).toBe(
    201,
  );
  listener.cookie = writer.cookie;
  const stream = EventStream.open(listener);
  await stream.until(() => stream.of('ready').length > 0);
  let slowest = 0;
  for (let change = 1; change <= CHANGES; change++) {
    const started = Date.now();
    expect((await writer.post('/api/updates', { title: 'a', content: 'a' })).status).toBe(201);
    await stream.until(() => stream.of('change').length === change, 1_500);
    slowest = Math.max(slowest, Date.now() - started);
  }
  stream.close();
  return slowest;
}

it('the app works through PgBouncer with session pooling, with its limits', async () => {
  await start('session');
  const slowest = await checkWork();
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const { rows } = await client.query(
    "SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock, current_setting('TimeZone') AS zone",
  );
  await client.end();
  expect(rows).toEqual([{ statement: '15s', lock: '5s', zone: 'UTC' }]);
  expect(replicas?.logged('error')).toEqual([]);
  report(
    'pgbouncer',
    `session pooling: ${CHANGES} changes on one process told by another, the slowest after ${slowest} ms`,
  );
}, 120_000);

seededFault(
  'pgbouncer',
  'transaction pooling',
  async () => {
    await expect(start('transaction').then(checkWork)).rejects.toThrow();
  },
  120_000,
);
