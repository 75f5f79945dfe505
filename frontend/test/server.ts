import { createHash } from 'node:crypto';

/** How the server answers a call: a body, or a body with a status and headers. */
export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** One call that the app has made. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

type Handler = (call: Call) => Answer | Promise<Answer>;

/** Stands in for the server in place of `fetch`, the only thing that the screen tests replace. */
export class FakeServer {
  private static running = new Set<FakeServer>();
  readonly calls: Call[] = [];
  private readonly handlers = new Map<string, Handler>();

  constructor() {
    FakeServer.running.add(this);
  }

  /**
   * What is not answered when a test ends stays unanswered: it must not reach the next test. But uploads are answered,
   * for the app sends only a few at a time.
   */
  static stopAll(): void {
    FakeServer.running.clear();
  }

  /** Answers `GET /api/products` and the like; a later answer takes the place of an earlier one. */
  on(route: string, handler: Answer | Handler): this {
    this.handlers.set(route, typeof handler === 'function' ? handler : () => handler);
    return this;
  }

  /** The calls made to a route so far. */
  callsTo(route: string): Call[] {
    return this.calls.filter(({ method, path }) => `${method} ${path}` === route);
  }

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), window.location.origin);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const call = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body,
      headers: new Headers(init.headers),
    };
    this.calls.push(call);
    const handler = this.handlers.get(`${call.method} ${call.path}`);
    if (!handler) throw new Error(`The test has no answer to ${call.method} ${call.path}`);
    const answer = await handler(call);
    if (!FakeServer.running.has(this) && !(body instanceof FormData)) return new Promise(() => undefined);
    init.signal?.throwIfAborted();
    return responseOf(answer);
  };
}

/** Answers an upload with addresses made from the bytes, as the server does. */
export async function storeImages({ body }: Call): Promise<Answer> {
  const files = (body as FormData).getAll('files') as File[];
  return { status: 201, body: { images: await Promise.all(files.map(addressOf)) } };
}

async function addressOf(file: File): Promise<string> {
  const bytes = await new Promise<ArrayBuffer>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error as DOMException);
    reader.readAsArrayBuffer(file);
  });
  return `/api/images/${createHash('sha256').update(new Uint8Array(bytes)).digest('hex')}`;
}

function responseOf({ status = 200, body, headers = {} }: Answer): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? null);
  const known = new Headers(headers);
  return {
    ok: status < 400,
    status,
    statusText: '',
    headers: known,
    text: async () => text,
    json: async () => JSON.parse(text) as unknown,
  } as Response;
}

/** An answer that refuses, shaped as the server's are. */
export function refusal(statusCode: number, message: string, errors?: { field: string; message: string }[]): Answer {
  return { status: statusCode, body: { statusCode, error: 'Refused', message, errors } };
}

/** A record as the server answers it, with its version. */
export function versioned(version: number, body: object): Answer {
  return { body, headers: { etag: `"${version}"` } };
}

/** The answer to a change that started from a version before this one. */
export function stale(version: number, current: object): Answer {
  const message = 'Somebody changed it after you read it';
  return { ...versioned(version, { statusCode: 412, error: 'Precondition Failed', message, current }), status: 412 };
}
