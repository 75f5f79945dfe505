import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { Answer, Api } from '../../support/api';
import { pick, shuffled, type Random } from '../../../src/platform/demo/random';
import { History, keyOf, remove, TABLES, type Row } from './history-model';

const TEXTS = [
  'plain',
  'a "quote" and a back\\slash',
  'two\nlines\tand a tab',
  'Ölfilter 🚗 \u007f\u2028',
  '{"a":1}',
  "O'Hara",
  'null',
  '%_$1',
  '\u0001\b\f',
  'é',
  'é',
];
const NAMES = ['Axle', '10', '2', '__proto__', 'constructor', 'toString', 'a "b"', 'ключ', '-0', ' edges '];
const STATUSES = ['open', 'in_progress', 'resolved'];
/** Extra fields as only SQL can write them: with blanks, escapes, a name twice, numbers last. */
const RAW_FIELDS = ['{ "a" : "1" }', '{"a":"1"}', '{"twice":"1","twice":"2"}', '{"b":"\\u00e9",  "10":"2"}', '{}'];
/** Written by a session in another time zone. */
const TIMES = [
  ['2026-03-04 05:06:07.123456+05:45', '"2026-03-03T23:21:07.123456+00:00"'],
  ['2026-08-01 00:00:00', '"2026-07-31T18:15:00+00:00"'],
];

/** An image as a request gives it, and as a row keeps it. */
export interface GivenImage {
  given: string;
  kept: string;
}

/** Who writes, by the API and past it, and what is put into the records. */
export interface Writers {
  users: { api: Api; id: number }[];
  sql: Client;
  images: GivenImage[];
}

/** An answer, and the number of the user who asked. */
type Done = Answer<any> & { user: number };

const json = JSON.stringify;
const idOf = (key: string): number => Number(key.split(' ')[1]);
const keptImages = (list: GivenImage[]): string => `[${list.map(({ kept }) => json(kept)).join(', ')}]`;

/** Changes records at random, on the database and in the model. */
export class RandomHistory {
  readonly history = new History();
  readonly trace: string[] = [];

  constructor(
    private readonly random: Random,
    private readonly writers: Writers,
  ) {}

  private async call(method: string, path: string, raw: string, expected: number): Promise<Done> {
    const user = pick(this.random, this.writers.users);
    this.trace.push(`user ${user.id}: ${method} ${path} ${raw.slice(0, 300)}`);
    const answer = await user.api.send<any>(method, path, undefined, {
      raw,
      headers: { 'Content-Type': 'application/json' },
    });
    if (answer.status !== expected)
      throw new Error(`${answer.status} in place of ${expected}: ${answer.text.slice(0, 300)}`);
    return Object.assign(answer, { user: user.id });
  }

  /** What a request has changed: nothing, where it asked for what was there. */
  private commit(answer: Answer<any>, key: string, changed: Row | null): void {
    const isNew = !changed || JSON.stringify(this.history.state.get(key)) !== JSON.stringify(changed);
    this.history.commit(isNew ? answer.headers.get('x-request-id') : null, (state) =>
      changed ? state.set(key, changed) : remove(state, key, this.history.graves),
    );
  }

  /** The one thing that cannot be foretold: when the database made a record. */
  private async author(kind: string, answer: Done): Promise<Row> {
    const [{ at }] = await this.query<{ at: string }>(
      `SELECT to_json(created_at)::text AS at FROM ${TABLES[kind].table} WHERE id = ${answer.body.id}`,
    );
    return { id: String(answer.body.id), created_at: at, created_by_id: String(answer.user) };
  }

  /** Asks in a session of UTC. */
  async query<R>(statement: string): Promise<R[]> {
    const [, { rows }] = (await this.writers.sql.query(`SET LOCAL TimeZone = 'UTC'; ${statement}`)) as unknown as {
      rows: R[];
    }[];
    return rows;
  }

  private async writeProduct(former?: string): Promise<void> {
    const sku = json(
      this.chance(0.2) ? 'SHARED' : former && this.chance(0.7) ? JSON.parse(this.row(former).sku) : randomUUID(),
    );
    const list = this.imageList();
    const fields = this.extraFields();
    const texts: Row = { name: json(this.text() + '!'), sku };
    for (const column of ['ean', 'vehicle', 'description', 'status'])
      if (this.chance(0.4)) texts[column] = this.chance(0.2) ? 'null' : json(`${column} ${this.text()}`.trim());
    const body = `{${Object.entries(texts)
      .map(([field, value]) => `${json(field)}:${value}`)
      .join()},"images":${json(list.map(({ given }) => given))}${this.chance(0.5) ? `,"extraFields":${fields.sent}` : ''}}`;
    const taken = this.history.hasSku(sku, former);
    const answer = await this.call(
      former ? 'PUT' : 'POST',
      `/api/products${former ? `/${idOf(former)}` : ''}`,
      body,
      taken ? 409 : former ? 200 : 201,
    );
    if (taken) return;
    const given = {
      ...texts,
      images: keptImages(list),
      ...(body.includes('"extraFields"') ? { extra_fields: fields.kept } : {}),
      ...(texts.status === 'null' ? { status: '"active"' } : {}),
    };
    const fresh = {
      id: String(answer.body.id),
      ean: 'null',
      vehicle: 'null',
      description: 'null',
      extra_fields: '{}',
      status: '"active"',
    };
    this.commit(answer, keyOf('product', answer.body.id), { ...(former ? this.row(former) : fresh), ...given });
  }

  private async create(kind: 'question' | 'problem' | 'update'): Promise<void> {
    const list = this.imageList();
    const long = kind === 'update' ? 'content' : 'description';
    const [title, other] = [json(`T ${this.text()}`.trim()), json(`D ${this.text()}`.trim())];
    const answer = await this.call(
      'POST',
      `/api/${TABLES[kind].path}`,
      `{"title":${title},"${long}":${other}${kind === 'problem' ? `,"images":${json(list.map(({ given }) => given))}` : ''}}`,
      201,
    );
    const rest = {
      title,
      [long]: other,
      status: kind === 'update' ? '"active"' : '"open"',
      ...(kind === 'problem' ? { images: keptImages(list) } : {}),
      ...(await this.author(kind, answer)),
    };
    this.commit(answer, keyOf(kind, answer.body.id), rest);
  }

  private async respond(key: string): Promise<void> {
    const kind = key.split(' ')[0];
    const response = json(`R ${this.text()}`.trim());
    const answer = await this.call(
      'POST',
      `/api/${TABLES[kind].path}/${idOf(key)}/responses`,
      `{"response":${response}}`,
      201,
    );
    const made = { response, [`${kind}_id`]: String(idOf(key)), ...(await this.author(`${kind}-response`, answer)) };
    this.commit(answer, keyOf(`${kind}-response`, answer.body.id), made);
  }

  private async changeStatus(key: string): Promise<void> {
    const status = json(pick(this.random, STATUSES));
    const answer = await this.call(
      'PATCH',
      `/api/${TABLES[key.split(' ')[0]].path}/${idOf(key)}/status`,
      `{"status":${status}}`,
      200,
    );
    this.commit(answer, key, { ...this.row(key), status });
  }

  private async changeProblem(key: string): Promise<void> {
    const list = this.imageList();
    const given: Row = {};
    if (this.chance(0.6)) given.title = json(`T ${this.text()}`.trim());
    if (this.chance(0.4)) given.description = json(`D ${this.text()}`.trim());
    if (this.chance(0.3)) given.images = json(list.map(({ given: image }) => image));
    const answer = await this.call(
      'PATCH',
      `/api/problems/${idOf(key)}`,
      `{${Object.entries(given)
        .map(([field, value]) => `"${field}":${value}`)
        .join()}}`,
      200,
    );
    this.commit(answer, key, { ...this.row(key), ...given, ...(given.images ? { images: keptImages(list) } : {}) });
  }

  private async deleteProblem(key: string): Promise<void> {
    const answer = await this.call('DELETE', `/api/problems/${idOf(key)}`, '', 204);
    this.commit(answer, key, null);
  }

  /** A few statements in one transaction, past the API. */
  private async raw(): Promise<void> {
    const steps: ((state: Map<string, Row>) => void)[] = [];
    const gone = new Set<string>();
    const run = async (statement: string): Promise<any[]> => {
      this.trace.push(`sql: ${statement}`);
      return (await this.writers.sql.query(statement)).rows;
    };
    await this.writers.sql.query('BEGIN');
    for (let number = 1 + Math.floor(this.random() * 3); number > 0; number--) {
      const key = pick(
        this.random,
        [...this.history.state.keys()].filter((one) => !gone.has(one)),
      );
      if (!key) continue;
      const [kind, { table, parent }] = [key.split(' ')[0], TABLES[key.split(' ')[0]]];
      if (this.chance(0.15)) {
        await run(`DELETE FROM ${table} WHERE id = ${idOf(key)}`);
        for (const [other, values] of this.history.state)
          if (
            other === key ||
            (TABLES[other.split(' ')[0]].parent?.kind === kind &&
              Object.values(values).length &&
              values[TABLES[other.split(' ')[0]].parent!.column] === String(idOf(key)))
          )
            gone.add(other);
        // What this transaction has moved to it goes too.
        steps.push((state) => remove(state, key, this.history.graves));
      } else if (parent && this.chance(0.3)) {
        const to = pick(
          this.random,
          this.keys(parent.kind).filter((one) => !gone.has(one)),
        );
        if (!to) continue;
        const [{ id, at }] = await run(
          `INSERT INTO ${table} (${parent.column}, response, created_by_id) VALUES (${idOf(to)}, 'Raw', ${this.writers.users[0].id}) RETURNING id, to_json(created_at AT TIME ZONE 'UTC')::text AS at`,
        );
        const made = {
          id: String(id),
          [parent.column]: String(idOf(to)),
          response: '"Raw"',
          created_at: at.replace(/"$/, '+00:00"'),
          created_by_id: String(this.writers.users[0].id),
        };
        steps.push((state) => state.has(to) && state.set(keyOf(kind, id), made));
      } else {
        const [column, value, kept] = this.rawValue(kind);
        await run(`UPDATE ${table} SET ${column} = ${value} WHERE id = ${idOf(key)}`);
        steps.push((state) => state.has(key) && state.set(key, { ...(state.get(key) as Row), [column]: kept }));
      }
    }
    const [{ id: changeSet }] = (
      await this.writers.sql.query("SELECT nullif(current_setting('crm.change_set', true), '') AS id")
    ).rows;
    await this.writers.sql.query('COMMIT');
    this.history.commit(changeSet, (state) => steps.forEach((step) => step(state)));
  }

  /** A column, a value in SQL, and the value in JSON. */
  private rawValue(kind: string): [string, string, string] {
    if (kind === 'product' && this.chance(0.5)) {
      const fields = pick(this.random, RAW_FIELDS);
      return ['extra_fields', `'${fields}'`, fields];
    }
    if (kind !== 'product' && this.chance(0.3)) {
      const [given, kept] = pick(this.random, TIMES);
      return ['created_at', `'${given}'`, kept];
    }
    const column = kind.endsWith('response')
      ? 'response'
      : kind === 'product'
        ? pick(this.random, ['vehicle', 'status'])
        : 'title';
    const value = this.text();
    return [column, `'${value.replaceAll("'", "''")}'`, json(value)];
  }

  /** Makes one change, of any sort. */
  async step(): Promise<void> {
    const some = (...kinds: string[]): string | undefined =>
      this.keys(...kinds).length > 0 ? pick(this.random, this.keys(...kinds)) : undefined;
    const [product, thread, problem] = [some('product'), some('question', 'problem'), some('problem')];
    const choice = Math.floor(this.random() * 12);
    if (choice <= 1 && this.history.state.size > 0) return this.raw();
    if (choice <= 3 && product) return this.writeProduct(product);
    if (choice === 4 && thread) return this.changeStatus(thread);
    if (choice <= 6 && problem) return this.changeProblem(problem);
    if (choice === 7 && thread) return this.respond(thread);
    if (choice === 8 && problem) return this.deleteProblem(problem);
    if (choice <= 9) return this.writeProduct();
    return this.create(pick(this.random, ['question', 'problem', 'problem', 'update'] as const));
  }

  private chance(share: number): boolean {
    return this.random() < share;
  }

  private text(): string {
    return pick(this.random, TEXTS);
  }

  private imageList(): GivenImage[] {
    return Array.from({ length: 1 + Math.floor(this.random() * 3) }, () => pick(this.random, this.writers.images));
  }

  private keys(...kinds: string[]): string[] {
    return [...this.history.state.keys()].filter((key) => kinds.includes(key.split(' ')[0]));
  }

  private row(key: string): Row {
    return this.history.state.get(key) as Row;
  }

  /** Extra fields as a request writes them, and as they are kept. */
  private extraFields(): { sent: string; kept: string } {
    const names = shuffled(this.random, NAMES).filter(() => this.chance(0.3));
    const fields = names.map((name) => [name, this.chance(0.15) ? '' : this.text()]);
    const sent = `{${fields.map(([name, value]) => `${json(name)}:${json(value)}`).join()}}`;
    const isNumber = (name: string): boolean => /^(0|[1-9]\d*)$/.test(name);
    const inOrder = [
      ...fields.filter(([name]) => isNumber(name)).sort(([a], [b]) => Number(a) - Number(b)),
      ...fields.filter(([name]) => !isNumber(name)),
    ];
    return {
      sent,
      kept: `{${inOrder
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${json(name)}:${json(value)}`)
        .join()}}`,
    };
  }
}
