import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

type Value = { stringValue?: string; intValue?: number | string };

/** A span as OTLP writes it in JSON, its attributes by name. */
export interface SpanSeen {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
  attributes: Record<string, string>;
}

interface Body {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: { spans: (Omit<SpanSeen, 'attributes'> & { attributes: { key: string; value: Value }[] })[] }[];
  }[];
}

/** A collector of OpenTelemetry: takes OTLP by HTTP and keeps what it gets. */
export class TraceCollector {
  readonly spans: SpanSeen[] = [];
  /** What the spans are of. */
  resource: Record<string, string> = {};
  /** All that came, as it came. */
  text = '';
  private readonly server: Server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.once('end', () => {
      if (request.url === '/v1/traces') this.take(text);
      response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'Content-Type': 'application/json' }).end('{}');
    });
  });

  static async start(): Promise<TraceCollector> {
    const collector = new TraceCollector();
    await new Promise<void>((resolve) => collector.server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Spans of requests by operation. Waits up to 20 seconds for them. */
  async requests(operation: string, count: number): Promise<SpanSeen[]> {
    const found = (): SpanSeen[] => this.spans.filter(({ name, kind }) => kind === 2 && name === operation);
    for (let tries = 0; tries < 400 && found().length < count; tries++) await sleep(50);
    return found();
  }

  /** The queries of a request. */
  queriesOf({ spanId, traceId }: SpanSeen): SpanSeen[] {
    return this.spans.filter((span) => span.kind === 3 && span.parentSpanId === spanId && span.traceId === traceId);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private take(text: string): void {
    this.text += text;
    for (const { resource, scopeSpans } of (JSON.parse(text) as Body).resourceSpans) {
      this.resource = byName(resource.attributes);
      this.spans.push(
        ...scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, attributes: byName(span.attributes) }))),
      );
    }
  }
}

function byName(attributes: { key: string; value: Value }[]): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue)]));
}
