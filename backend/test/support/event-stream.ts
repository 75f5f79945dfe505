import type { Api } from './api';

/** A server-sent event. */
export interface StreamEvent {
  id: string;
  event: string;
  data: any;
}

/** An open stream of events. */
export class EventStream {
  /** All that has come so far. */
  readonly events: StreamEvent[] = [];
  /** Settles when the stream has ended, on either side. */
  readonly ended: Promise<void>;
  private readonly stop = new AbortController();
  private readonly waiting = new Set<() => void>();
  /** How the request was answered, or why it was not. */
  private answer = 'not yet';

  private constructor(response: Promise<Response>) {
    this.ended = this.read(response)
      .catch((error: Error) => void (this.answer += `, ${error.message}`))
      .finally(() => this.wake());
  }

  /** Opens one; `last` is the id to go on after. */
  static open(api: Api, { query = '', last }: { query?: string; last?: string } = {}): EventStream {
    const signedIn: Record<string, string> = api.token
      ? { Authorization: `Bearer ${api.token}` }
      : { Cookie: api.cookie };
    const headers = { ...signedIn, ...(last ? { 'Last-Event-ID': last } : {}) };
    const stream: EventStream = new EventStream(
      Promise.resolve().then(() => fetch(`${api.url}/api/events${query}`, { headers, signal: stream.stop.signal })),
    );
    return stream;
  }

  get last(): string | undefined {
    return this.events.filter(({ id }) => id).at(-1)?.id;
  }

  of(event: string): StreamEvent[] {
    return this.events.filter((one) => one.event === event);
  }

  close(): void {
    this.stop.abort();
  }

  /** Resolves when a condition is met; rejects after `ms`. */
  async until(condition: () => boolean, ms = 10_000): Promise<void> {
    const end = Date.now() + ms;
    while (!condition()) {
      const left = end - Date.now();
      if (left <= 0)
        throw new Error(
          `Not in ${ms} ms; answered: ${this.answer}; so far came ${this.events.map(({ event }) => event).join(', ')}`,
        );
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(left, 50));
        this.waiting.add(() => (clearTimeout(timer), resolve()));
      });
    }
  }

  private wake(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }

  private async read(opening: Promise<Response>): Promise<void> {
    const response = await opening;
    this.answer = String(response.status);
    if (!response.body) return;
    let text = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() as string;
      for (const block of blocks) this.events.push(parse(block));
      this.wake();
    }
  }
}

function parse(block: string): StreamEvent {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return {
    id: fields.get('id') ?? '',
    event: fields.get('event') ?? 'message',
    data: JSON.parse(fields.get('data') ?? 'null'),
  };
}
