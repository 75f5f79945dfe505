/** An answer that is not a success; its message is the status, a colon and the body, as text. */
export class ApiError extends Error {
  readonly status: number;
  /** The body as it came. */
  readonly body: string;
  /** Names the request in the server's log. */
  readonly requestId: string | null;

  constructor(response: { status: number; statusText: string; requestId: string | null }, body: string) {
    super(`${response.status}: ${body || response.statusText}`);
    this.name = 'ApiError';
    this.status = response.status;
    this.body = body;
    this.requestId = response.requestId;
  }

  /** The server's sentence for people, or null where the body has none. */
  get serverMessage(): string | null {
    const { message, error } = this.json();
    return message ?? error ?? null;
  }

  /** The fields that break a rule, with a sentence each. */
  get fieldErrors(): { field: string; message: string }[] {
    return this.json().errors ?? [];
  }

  private json(): { message?: string; error?: string; errors?: { field: string; message: string }[] } {
    try {
      return (JSON.parse(this.body) as object | null) ?? {};
    } catch {
      return {};
    }
  }
}

/** The types that the generated client gives to errors and bodies. */
export type ErrorType<_Error> = ApiError;
export type BodyType<Body> = Body;

/** The numbers of the newest requests of this page that may have changed something. */
const ownRequests: (string | null)[] = [];
const REMEMBERED_REQUESTS = 100;

/** Whether a change set, which has the number of its request, was made by this page. */
export function isOwnRequest(id: string): boolean {
  return ownRequests.includes(id);
}

function remember(response: Response, { method = 'GET' }: RequestInit = {}): void {
  if (method === 'GET') return;
  ownRequests.push(response.headers.get('x-request-id'));
  if (ownRequests.length > REMEMBERED_REQUESTS) ownRequests.shift();
}

async function send(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, credentials: 'include' });
  remember(response, init);
  if (response.ok) return response;
  const requestId = response.headers.get('x-request-id');
  throw new ApiError({ status: response.status, statusText: response.statusText, requestId }, await response.text());
}

/** What every generated call goes through: cookies are sent, and an answer that is not OK throws an `ApiError`. */
export async function http<T>(url: string, init?: RequestInit): Promise<T> {
  const response = await send(url, init);
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  /** The address of the next page, or null on the last one. */
  next: string | null;
}

/** Reads one page of a list; the next one is in the `Link` header (RFC 8288). */
export async function fetchPage<Item>(url: string, init?: RequestInit): Promise<Page<Item>> {
  const response = await send(url, init);
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
  return { items: (await response.json()) as Item[], next };
}
