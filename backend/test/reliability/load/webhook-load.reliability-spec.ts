import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import type { Api } from '../../support/api';
import { cloneDatabase } from '../../support/database';
import { count, report, seededFault } from '../reliability-config';
import { ServerProcess } from '../../support/processes/server-process';
import { loadSample, type Sample } from '../../support/webhook-receiver';

// A receiver that is down, forgets to answer and fails, and a sender that is killed: every change arrives once, in order.
const CHANGES = count(2000, 100_000);
const IN_A_TRANSACTION = count(10, 100);
const KILLS = count(1, 4);
const account = { email: 'staff@storm.example', password: 'secret password' };

let sample: Sample;

/** What the receiver has got: each delivery once, and how often one came again. */
class Inbox {
  readonly cursors: string[] = [];
  repeats = 0;
  private readonly seen = new Set<string>();
  private posts = 0;
  private server?: Server;
  private receiver?: Server;
  port = 0;

  /** Of three deliveries one is refused, and of one the answer is lost. */
  async open(secret: string): Promise<void> {
    this.receiver ??= sample.createReceiver({
      secret,
      onDelivery: ({ changes }) => void this.cursors.push(...changes.map(({ cursor }) => cursor)),
    });
    this.server = createServer((request, response) => {
      const post = ++this.posts;
      this.note(String(request.headers['webhook-id']));
      if (post % 3 === 1) return void request.resume().once('end', () => response.writeHead(503).end());
      if (post % 3 === 2) response.end = () => response.destroy();
      this.receiver?.emit('request', request, response);
    });
    await new Promise<void>((resolve) => this.server?.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  close(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }

  private note(id: string): void {
    if (this.seen.has(id)) this.repeats++;
    this.seen.add(id);
  }
}

/** Writes rows in many transactions at once, which commit in another order than they began. */
async function write(pool: Pool, rows: number): Promise<void> {
  let left = rows / IN_A_TRANSACTION;
  const writer = async (): Promise<void> => {
    while (left-- > 0)
      await pool.query(
        "INSERT INTO updates (title, content, status, created_by_id) SELECT 'Update ' || n, 'Text', 'active', 1 FROM generate_series(1, $1::integer) AS n",
        [IN_A_TRANSACTION],
      );
  };
  await Promise.all(Array.from({ length: 4 }, writer));
}

async function signIn(server: ServerProcess): Promise<Api> {
  const api = server.api();
  if ((await api.post('/api/login', account)).status !== 200) await api.post('/api/register', account);
  return api;
}

/** Lets the sender go on at once, as an operator would. */
async function untilAll(inbox: Inbox, api: Api, id: number, quick: boolean): Promise<void> {
  for (const end = Date.now() + (quick ? 10_000 : 240_000); inbox.cursors.length < CHANGES && Date.now() < end;) {
    await api.patch(`/api/webhooks/${id}`, {});
    await sleep(100);
  }
}

/** Makes all the changes and answers the cursors that arrived, and those of the feed. */
async function storm(inbox: Inbox, database: string, quick = false): Promise<{ feed: string[]; seconds: number }> {
  let server = await ServerProcess.start(database, { WEBHOOK_TARGETS: 'any' });
  const pool = new Pool({ connectionString: database, max: 4 });
  try {
    let api = await signIn(server);
    // Its port is wanted before there is a secret.
    await inbox.open('whsec_none');
    const { id, secret, cursor } = (await api.post('/api/webhooks', { url: `http://127.0.0.1:${inbox.port}/` })).body;
    inbox.close();
    Reflect.set(inbox, 'receiver', undefined);
    await write(pool, CHANGES / 2);
    await inbox.open(secret);
    const started = Date.now();
    const others = write(pool, CHANGES / 2);
    for (let kill = 0; kill < KILLS; kill++) {
      const before = inbox.cursors.length;
      while (inbox.cursors.length === before) await sleep(5);
      await server.kill();
      server = await ServerProcess.start(database, { WEBHOOK_TARGETS: 'any' });
      api = await signIn(server);
      await api.patch(`/api/webhooks/${id}`, {});
    }
    await others;
    await untilAll(inbox, api, id, quick);
    const seconds = (Date.now() - started) / 1000;
    // What would come once too often would come now.
    await sleep(300);
    return { feed: await readFeed(api, cursor), seconds };
  } finally {
    inbox.close();
    await pool.end();
    await server.kill();
  }
}

async function readFeed(api: Api, from: string): Promise<string[]> {
  const cursors: string[] = [];
  for (let after = from; ;) {
    const { changes, cursor } = (await api.get(`/api/changes?limit=1000&after=${after}`)).body;
    // That of the webhook itself is not for it.
    for (const { kind, cursor: at } of changes) if (kind !== 'webhook') cursors.push(at);
    if (changes.length === 0) return cursors;
    after = cursor;
  }
}

let inbox: Inbox;
beforeEach(async () => {
  sample = await loadSample();
  inbox = new Inbox();
  jest.spyOn(console, 'error').mockReturnValue();
});

it('gate webhook-storm: every change arrives once and in order, although receivers are down or silent and the app is killed', async () => {
  const { feed, seconds } = await storm(inbox, await cloneDatabase());
  const lost = feed.filter((cursor) => !inbox.cursors.includes(cursor)).length;
  report(
    'webhook-storm',
    `${feed.length} changes, ${KILLS} times killed, ${inbox.repeats} deliveries repeated: ${lost} lost, ${inbox.cursors.length - new Set(inbox.cursors).size} doubled, in ${seconds.toFixed(1)} s`,
  );
  expect(feed).toHaveLength(CHANGES);
  expect(inbox.repeats).toBeGreaterThan(0);
  expect(inbox.cursors).toEqual(feed);
}, 300_000);

seededFault(
  'webhook-storm',
  'a sender that takes a batch for delivered when it was not answered',
  async () => {
    const database = await cloneDatabase();
    const client = new Client({ connectionString: database });
    await client.connect();
    await client.query(
      `CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE webhook_deliveries SET is_pending = false WHERE id = NEW.id; UPDATE webhooks SET position = NEW.until WHERE id = NEW.webhook_id; RETURN NULL; END $$`,
    );
    await client.query(
      'CREATE TRIGGER forget AFTER UPDATE ON webhook_deliveries FOR EACH ROW WHEN (NEW.error IS NOT NULL AND NEW.is_pending) EXECUTE FUNCTION forget()',
    );
    await client.end();
    const { feed } = await storm(inbox, database, true);
    expect(inbox.cursors.length).toBeLessThan(feed.length);
  },
  300_000,
);
