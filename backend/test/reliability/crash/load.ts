import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pick, type Random } from '../../../src/platform/demo/random';
import { buildDataUrl } from '../../support/factories';

const GIVE_UP = 90_000;
const PATIENCE = 15_000;
const STATUSES = ['open', 'in_progress', 'resolved'];
/** Records of one writer that it goes on changing. */
const KEPT = 30;

/** A record as the server's answers say it must be. */
export interface Known {
  table: 'problems' | 'customer_questions' | 'updates' | 'problem_responses' | 'question_responses';
  id: number;
  text: string;
  version: number;
  status?: string;
  /** Of an answer: the problem or question, which takes it along when it is deleted. */
  parent?: number;
}

interface Answer {
  status: number;
  id: number;
  /** Whether an earlier try may have been done without an answer. */
  repeated: boolean;
}

const THREADS = [
  { path: '/api/problems', table: 'problems', responses: 'problem_responses' },
  { path: '/api/customer-questions', table: 'customer_questions', responses: 'question_responses' },
] as const;

/** Writers who go on, over any crash, until each of their requests is answered; what the answers promise is kept here. */
export class Load {
  private readonly all: Known[] = [];
  private readonly deleted = new Set<number>();
  readonly unexpected: string[] = [];
  /** How often a write was told to come later, by the answer. */
  readonly refusals = new Map<string, number>();
  acknowledged = 0;
  repeats = 0;
  /** How often there was no answer at all, and how long the slowest took to come or to fail, ms. */
  unanswered = 0;
  slowest = 0;
  doubleSubmits = 0;
  private stopping = false;
  private picture = '';
  private work: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly cookie: string,
    private readonly random: Random,
  ) {}

  async start(writers: number): Promise<void> {
    this.stopping = false;
    this.picture ||= await buildDataUrl();
    this.work = Promise.all(Array.from({ length: writers }, () => this.write()));
  }

  /** Resolves when every request is answered. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.work;
  }

  /** Every record that must be there. */
  get known(): Known[] {
    return this.all.filter(
      ({ table, id, parent }) =>
        !(table === 'problems' && this.deleted.has(id)) &&
        !(table === 'problem_responses' && this.deleted.has(parent ?? 0)),
    );
  }

  /** Waits until so many more writes are acknowledged. */
  async more(count: number): Promise<void> {
    const wanted = this.acknowledged + count;
    while (this.acknowledged < wanted) await sleep(5);
  }

  private async write(): Promise<void> {
    const own: Known[] = [];
    while (!this.stopping) {
      const dice = this.random();
      const record = own.length > 0 ? pick(this.random, own) : undefined;
      if (!record || dice < 0.4) own.push(...(await this.create()));
      else if (dice < 0.6) await this.respond(record);
      else if (dice < 0.9) await this.changeStatus(record);
      else await this.remove(record, own);
      if (own.length > KEPT) own.shift();
    }
  }

  private async create(): Promise<Known[]> {
    const text = randomUUID();
    const dice = this.random();
    if (dice < 0.2) {
      await this.post('/api/updates', { title: text, content: text }, { table: 'updates', text, status: 'active' });
      return [];
    }
    const { path, table } = dice < 0.6 ? THREADS[0] : THREADS[1];
    const images = table === 'problems' && dice < 0.25 ? { images: [this.picture] } : {};
    return this.post(path, { title: text, description: 'Text', ...images }, { table, text, status: 'open' });
  }

  private async respond(record: Known): Promise<void> {
    const text = randomUUID();
    const { path, responses } = threadOf(record);
    await this.post(
      `${path}/${record.id}/responses`,
      { response: text },
      { table: responses, text, parent: record.id },
    );
  }

  /** One in ten is sent twice at once, with the same key. */
  private async post(path: string, body: object, record: Omit<Known, 'id' | 'version'>): Promise<Known[]> {
    const key = randomUUID();
    const twice = this.random() < 0.1;
    if (twice) this.doubleSubmits++;
    const [answer, other] = await Promise.all(
      Array.from({ length: twice ? 2 : 1 }, () => this.send('POST', path, body, key)),
    );
    if (other && other.id !== answer.id)
      this.unexpected.push(`doubled: one key has made ${answer.id} and ${other.id} of ${path}`);
    if (answer.status !== 201) return this.surprise('POST', path, answer);
    const known = { ...record, id: answer.id, version: 1 };
    this.all.push(known);
    return [known];
  }

  private async changeStatus(record: Known): Promise<void> {
    const status = pick(
      this.random,
      STATUSES.filter((one) => one !== record.status),
    );
    const path = `${threadOf(record).path}/${record.id}/status`;
    const answer = await this.send('PATCH', path, { status });
    if (answer.status !== 200) return void this.surprise('PATCH', path, answer);
    record.status = status;
    record.version++;
  }

  private async remove(record: Known, own: Known[]): Promise<void> {
    if (record.table !== 'problems') return;
    const path = `/api/problems/${record.id}`;
    const answer = await this.send('DELETE', path);
    if (answer.status !== 204 && !(answer.status === 404 && answer.repeated))
      return void this.surprise('DELETE', path, answer);
    own.splice(own.indexOf(record), 1);
    this.deleted.add(record.id);
  }

  private surprise(method: string, path: string, { status }: Answer): [] {
    this.unexpected.push(`lost: ${method} ${path} answered ${status}`);
    return [];
  }

  /** Sends a request until it is answered by other than "later". */
  private async send(method: string, path: string, body?: object, key?: string): Promise<Answer> {
    const headers = {
      cookie: this.cookie,
      ...(body && { 'Content-Type': 'application/json' }),
      ...(key && { 'Idempotency-Key': key }),
    };
    for (let tries = 0, deadline = Date.now() + GIVE_UP; Date.now() < deadline; tries++) {
      if (tries > 0) {
        this.repeats++;
        await sleep(50 + this.random() * 150);
      }
      const answer = await this.once(method, path, { headers, body: body && JSON.stringify(body) });
      if (!answer || answer.status >= 500) continue;
      this.acknowledged++;
      return { ...answer, repeated: tries > 0 };
    }
    throw new Error(`${method} ${path} was not answered within ${GIVE_UP / 1000} s`);
  }

  /** Undefined where there was no answer. */
  private async once(
    method: string,
    path: string,
    options: { headers: Record<string, string>; body?: string },
  ): Promise<{ status: number; id: number } | undefined> {
    const started = Date.now();
    try {
      const response = await fetch(this.url + path, { method, ...options, signal: AbortSignal.timeout(PATIENCE) });
      const text = await response.text();
      if (response.status >= 500) this.countRefusal(response, text);
      return { status: response.status, id: text.startsWith('{') ? (JSON.parse(text) as { id: number }).id : 0 };
    } catch {
      this.unanswered++;
      return undefined;
    } finally {
      this.slowest = Math.max(this.slowest, Date.now() - started);
    }
  }

  private countRefusal({ status, headers }: Response, text: string): void {
    const { message } = (text.startsWith('{') ? JSON.parse(text) : {}) as { message?: string };
    const refusal = `${status} ${headers.has('retry-after') ? 'Retry-After ' : ''}${message}`;
    this.refusals.set(refusal, (this.refusals.get(refusal) ?? 0) + 1);
  }
}

function threadOf({ table }: Known): (typeof THREADS)[number] {
  return table === 'problems' ? THREADS[0] : THREADS[1];
}
