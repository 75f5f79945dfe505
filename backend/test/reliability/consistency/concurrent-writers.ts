import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { pick, type Random } from '../../../src/platform/demo/random';

const WRITERS = 16;
const RECORDS = 200;

/** Many writers, each on its own connection, in transactions of any length. Some transactions are rolled back. */
export class ConcurrentWriters {
  /** Entries that were committed. */
  committed = 0;
  private started = 0;

  constructor(
    private readonly source: DataSource,
    private readonly random: Random,
  ) {}

  /** Writes until `changes` entries are committed; `hold` is the longest that most transactions stay open, ms. */
  async write(changes: number, hold: number): Promise<void> {
    const ids = await this.records();
    this.started = 0;
    await Promise.all(Array.from({ length: WRITERS }, () => this.runWriter(ids, changes, hold)));
  }

  /** The numbers of all entries there are after the first `from`, in order. */
  async entries(from: number): Promise<number[]> {
    const rows = await this.source.query<{ id: string }[]>('SELECT id FROM changes WHERE id > $1 ORDER BY id', [from]);
    return rows.map(({ id }) => Number(id));
  }

  private async records(): Promise<number[]> {
    const there = await this.source.query<{ id: number }[]>("SELECT id FROM updates WHERE title = 'Written at once'");
    if (there.length > 0) return there.map(({ id }) => id);
    const rows = await this.source.query<{ id: number }[]>(
      "INSERT INTO updates (title, content, created_by_id) SELECT 'Written at once', '0', (SELECT min(id) FROM users) FROM generate_series(1, $1::integer) RETURNING id",
      [RECORDS],
    );
    return rows.map(({ id }) => id);
  }

  private async runWriter(ids: number[], changes: number, hold: number): Promise<void> {
    const client = new Client({ connectionString: (this.source.options as { url: string }).url });
    await client.connect();
    while (this.started < changes) {
      const some = [
        ...new Set(Array.from({ length: 1 + Math.floor(this.random() * 8) }, () => pick(this.random, ids))),
      ];
      this.started += some.length;
      const done = await this.transaction(client, some, hold);
      this.committed += done;
      this.started += done - some.length;
    }
    await client.end();
  }

  /** Answers how many entries it has committed. */
  private async transaction(client: Client, ids: number[], hold: number): Promise<number> {
    const change = (some: number[]): Promise<unknown> =>
      client.query('UPDATE updates SET content = (content::integer + 1)::text WHERE id = ANY($1)', [some]);
    const sleep = (share: number, ms: number): Promise<unknown> | undefined =>
      this.random() < share ? client.query('SELECT pg_sleep($1)', [(this.random() * ms) / 1000]) : undefined;
    await client.query('BEGIN');
    // All rows in one order: these writers never wait for each other in a circle.
    await client.query('SELECT FROM updates WHERE id = ANY($1) ORDER BY id FOR UPDATE', [ids]);
    if (this.random() < 0.2) {
      await client.query('SAVEPOINT here');
      await change(ids);
      await sleep(0.3, hold);
      await client.query('ROLLBACK TO here');
    }
    const half = Math.ceil(ids.length / 2);
    await change(ids.slice(0, half));
    await sleep(0.3, hold);
    await sleep(0.02, hold * 10);
    if (half < ids.length) await change(ids.slice(half));
    const fails = this.random() < 0.1;
    await client.query(fails ? 'ROLLBACK' : 'COMMIT');
    return fails ? 0 : ids.length;
  }
}
