import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { writeCursor } from '../../../src/changes/change.dto';
import { cloneDatabase } from '../../support/database';
import { count, report, seededFault } from '../reliability-config';
import { ServerProcess } from '../../support/processes/server-process';

// A listener that throws now and then, in a server that is killed: it is told every change, in the order of the feed.
const CHANGES = count(2000, 20_000);
const KILLS = count(2, 10);
const IN_A_TRANSACTION = 20;

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'listeners-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const told = (): string[] =>
  existsSync(join(folder, 'told')) ? readFileSync(join(folder, 'told'), 'utf8').split('\n').filter(Boolean) : [];

function start(database: string, fault: string): Promise<ServerProcess> {
  return ServerProcess.start(database, {
    NODE_OPTIONS: `--require ${join(__dirname, 'recording-listener.cjs')}`,
    TOLD: join(folder, 'told'),
    FAULT: fault,
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
  });
}

/** Writes rows in many transactions at once, which commit in another order than they began. */
async function write(pool: Pool): Promise<void> {
  let left = CHANGES / IN_A_TRANSACTION;
  const writer = async (): Promise<void> => {
    while (left-- > 0)
      await pool.query(
        "INSERT INTO updates (title, content, status, created_by_id) SELECT 'Update ' || n, 'Text', 'active', 1 FROM generate_series(1, $1::integer) AS n",
        [IN_A_TRANSACTION],
      );
  };
  await Promise.all(Array.from({ length: 4 }, writer));
}

/** Makes the changes while the server is killed. Returns what was delivered, compared with the feed. */
async function writeUnderKills(
  fault = '',
  timeoutMs = 240_000,
): Promise<{ lost: number; repeated: number; feed: string[]; first: string[] }> {
  const database = await cloneDatabase();
  const pool = new Pool({ connectionString: database, max: 5 });
  await pool.query("INSERT INTO users (email, password) VALUES ('staff@shop.example', 'x')");
  let server = await start(database, fault);
  try {
    while ((await pool.query("SELECT FROM change_listeners WHERE name <> 'trends'")).rowCount === 0) await sleep(20);
    const written = write(pool);
    for (let kill = 0; kill < KILLS; kill++) {
      const before = told().length;
      for (const end = Date.now() + 20_000; told().length < before + 20 && Date.now() < end;) await sleep(5);
      await server.kill();
      server = await start(database, fault);
    }
    await written;
    for (const end = Date.now() + timeoutMs; new Set(told()).size < CHANGES && Date.now() < end;) await sleep(200);
    const feed = (
      await pool.query<{ id: string }>("SELECT id FROM changes WHERE kind = 'update' ORDER BY id")
    ).rows.map(({ id }) => writeCursor(Number(id)));
    const first = [...new Set(told())];
    return { lost: feed.length - first.length, repeated: told().length - first.length, feed, first };
  } finally {
    await server.kill();
    await pool.end();
  }
}

it('gate listeners: every change is told, in order, although listeners throw and the app is killed', async () => {
  const { lost, repeated, feed, first } = await writeUnderKills();
  report('listeners', `${feed.length} changes, ${KILLS} times killed: ${lost} lost, ${repeated} told again`);
  expect(feed).toHaveLength(CHANGES);
  expect(first).toEqual(feed);
}, 600_000);

seededFault(
  'listeners',
  'an offset that is committed before the change was delivered',
  async () => {
    expect((await writeUnderKills('commits before it delivers', 20_000)).lost).toBeGreaterThan(0);
  },
  120_000,
);
