import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpsClient } from './https-client';

/** A browser that listens to changes and reopens the stream where it ended. */
export class Listener {
  /** The cursors of the changes that have come, in their order. */
  readonly heard: string[] = [];
  /** How often the stream was opened, and what kept it from being opened. */
  opened = 0;
  readonly refusals: string[] = [];
  private readonly gone = new AbortController();
  private last = '';

  constructor(private readonly visitor: HttpsClient) {
    void this.listen();
  }

  close(): void {
    this.gone.abort();
  }

  private async listen(): Promise<void> {
    while (!this.gone.signal.aborted) {
      await this.follow().catch((error: Error) => this.gone.signal.aborted || this.refusals.push(error.message));
      await sleep(100);
    }
  }

  private async follow(): Promise<void> {
    const headers: Record<string, string> = this.last ? { 'Last-Event-ID': this.last } : {};
    const response = await this.visitor.open('GET', '/api/events', { headers, signal: this.gone.signal });
    if (response.statusCode !== 200) throw new Error(`/api/events is ${response.statusCode}`);
    this.opened++;
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) {
      const events = (text + String(chunk)).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) this.receive(event);
    }
  }

  private receive(event: string): void {
    const [, id] = /^id: (.*)$/m.exec(event) ?? [];
    if (id) this.last = id;
    if (event.includes('\nevent: reset')) this.refusals.push('too much was missed');
    if (id && event.includes('\nevent: change\n')) this.heard.push(id);
  }
}
