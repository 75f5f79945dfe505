import type { DataSource } from 'typeorm';
import { pick, type Random } from '../../../src/platform/demo/random';
import type { Api } from '../../support/api';

const PATHS = { question: '/api/customer-questions', problem: '/api/problems' };
type Kind = keyof typeof PATHS;
const TABLES = ['customer_questions', 'question_responses', 'problems', 'problem_responses'];

/** Lets the database write times of a simulated clock, which `setClock` sets. */
export async function simulateClock(source: DataSource): Promise<void> {
  await source.query('CREATE TABLE simulated_clock (at timestamptz)');
  await source.query('INSERT INTO simulated_clock VALUES (now())');
  await source.query(
    'CREATE FUNCTION simulated_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT at FROM simulated_clock $$',
  );
  await source.query('ALTER TABLE changes ALTER COLUMN at SET DEFAULT simulated_now()');
  for (const table of TABLES)
    await source.query(`ALTER TABLE ${table} ALTER COLUMN created_at SET DEFAULT simulated_now()`);
}

export async function setClock(source: DataSource, at: number): Promise<void> {
  await source.query('UPDATE simulated_clock SET at = $1', [new Date(at)]);
}

/** What people do with questions and problems at random: write, respond, resolve, reopen, delete, and undo any of it. */
export class ThreadWork {
  private readonly threads: { kind: Kind; id: number }[] = [];
  private readonly changeSets: string[] = [];
  done = 0;

  constructor(
    private readonly api: Api,
    private readonly random: Random,
  ) {}

  /** Does one thing; what cannot be done, such as a response to a deleted thread, is refused and changes nothing. */
  async step(): Promise<void> {
    const chance = this.random();
    const thread = this.threads.length > 0 ? this.recent(this.threads) : undefined;
    if (!thread || chance < 0.22) await this.create();
    else if (chance < 0.5) await this.respond(thread);
    else if (chance < 0.72) await this.setStatus(thread);
    else if (chance < 0.78) await this.delete();
    else await this.undo();
    this.done++;
  }

  private async create(): Promise<void> {
    const kind = pick(this.random, ['question', 'problem'] as const);
    const status = this.random() < 0.05 ? 'resolved' : 'open';
    const { body } = await this.send('post', PATHS[kind], { title: 'Leaks', description: 'Oil under the car', status });
    this.threads.push({ kind, id: (body as { id: number }).id });
  }

  private async respond({ kind, id }: { kind: Kind; id: number }): Promise<void> {
    const response = { response: 'Text', kind: pick(this.random, ['staff', 'staff', 'customer', 'note']) };
    await this.send('post', `${PATHS[kind]}/${id}/responses`, response);
  }

  private async setStatus({ kind, id }: { kind: Kind; id: number }): Promise<void> {
    const status = pick(this.random, ['open', 'in_progress', 'resolved', 'resolved']);
    await this.send('patch', `${PATHS[kind]}/${id}/status`, { status });
  }

  private async delete(): Promise<void> {
    const problems = this.threads.filter(({ kind }) => kind === 'problem');
    if (problems.length > 0) await this.send('delete', `/api/problems/${this.recent(problems).id}`);
  }

  /** Also of an undo, and of what others have changed since; a conflict is refused. */
  private async undo(): Promise<void> {
    if (this.changeSets.length > 0)
      await this.send('post', `/api/change-sets/${this.recent(this.changeSets)}/revert`, {});
  }

  /** One of the newer ones, mostly. */
  private recent<Item>(items: Item[]): Item {
    return items[items.length - 1 - Math.floor(this.random() ** 2 * items.length)];
  }

  private async send(method: 'post' | 'patch' | 'delete', path: string, body?: unknown): Promise<{ body: unknown }> {
    const answer = await this.api.send<unknown>(method.toUpperCase(), path, body);
    if (answer.status >= 500) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    const { changeSet } = (answer.body ?? {}) as { changeSet?: string };
    const set = path.endsWith('/revert') ? changeSet : answer.headers.get('X-Request-Id');
    if (answer.status < 300 && set) this.changeSets.push(set);
    return answer;
  }
}
