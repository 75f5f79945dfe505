import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pick, type Random } from '../../../src/platform/demo/random';
import type { HttpsClient } from './https-client';

const WORKERS = 24;
const KEPT = 20;
const READS = [
  '/api/problems?limit=20',
  '/api/customer-questions?limit=20',
  '/api/statistics',
  '/api/user',
  '/api/products?limit=20&images=url',
];
const STATUSES = ['open', 'in_progress', 'resolved'];

/** Staff at work who never try again: whatever is not answered as it should be is a failure. Three in ten requests write. */
export class Traffic {
  readonly failures: string[] = [];
  asked = 0;
  /** Problems whose creation was acknowledged. */
  created = 0;
  private times: number[] = [];
  private working = false;
  private work: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly visitor: HttpsClient,
    private readonly random: Random,
  ) {}

  /** Begins; as fast as the answers come where no rate is given. */
  start(perSecond = Infinity): void {
    this.working = true;
    const pause = (1000 * WORKERS) / perSecond;
    this.work = Promise.all(Array.from({ length: WORKERS }, () => this.worker(pause)));
  }

  async stop(): Promise<void> {
    this.working = false;
    await this.work;
  }

  /** How long requests took that were answered since the last call, ms. */
  take(): number[] {
    return this.times.splice(0);
  }

  private async worker(pause: number): Promise<void> {
    const own: number[] = [];
    let next = performance.now() + this.random() * pause;
    while (this.working) {
      await sleep(Math.max(0, next - performance.now()));
      next = Math.max(performance.now(), next + pause);
      await this.request(own);
    }
  }

  private async request(own: number[]): Promise<void> {
    const dice = this.random();
    const id = own.length > 0 ? pick(this.random, own) : undefined;
    if (!id || dice < 0.1) return this.create(own);
    if (dice < 0.18) return void (await this.timed('POST', `/api/problems/${id}/responses`, { response: 'Traffic' }));
    if (dice < 0.3)
      return void (await this.timed('PATCH', `/api/problems/${id}/status`, { status: pick(this.random, STATUSES) }));
    await this.timed('GET', dice < 0.5 ? `/api/problems/${id}` : pick(this.random, READS));
  }

  private async create(own: number[]): Promise<void> {
    const text = await this.timed('POST', '/api/problems', { title: 'Traffic', description: 'Text' });
    if (text === undefined) return;
    this.created++;
    own.push((JSON.parse(text) as { id: number }).id);
    if (own.length > KEPT) own.shift();
  }

  /** The body of a good answer. */
  private async timed(method: string, path: string, body?: object): Promise<string | undefined> {
    const started = performance.now();
    const headers: Record<string, string> = method === 'POST' ? { 'Idempotency-Key': randomUUID() } : {};
    this.asked++;
    try {
      const { status, text } = await this.visitor.ask(method, path, { body, headers });
      if (status === 200 || status === 201) return text;
      this.failures.push(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
    } catch (error) {
      this.failures.push(`${method} ${path}: ${(error as Error).message}`);
    } finally {
      this.times.push(performance.now() - started);
    }
  }
}
