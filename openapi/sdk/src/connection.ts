import { ShopError } from './error';
import type { CallOptions } from './http';

/** Where a shop is, and as whom to speak to it. */
export interface ConnectOptions {
  /** Where the shop is, such as `https://crm.shop.example`; in a browser on the same site, nothing. */
  url?: string | undefined;
  /** A token, sent as `Authorization: Bearer`. */
  token?: string | undefined;
  /** A session cookie, such as `sid=…`; one that signing in sets is kept by itself. */
  cookie?: string | undefined;
  /** Used in place of the built-in `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** As the body of an error: a proxy answers the sign-in of a company with 200, too. */
const WEB_PAGE = '{"message":"The answer is a web page: the url leads to something other than the shop"}';

/** Sends requests: with the address, the sign-in and the keys that they need. */
export class Connection {
  private readonly cookies = new Map<string, string>();
  private readonly versions = new WeakMap<object, string>();
  private readonly nextPages = new WeakMap<object, string>();

  constructor(private readonly options: ConnectOptions) {
    expectSendable(options);
    if (options.cookie) this.keepCookies(options.cookie.split(/;\s*/));
  }

  /** Sends one request and reads its answer; throws a `ShopError` where it is not a success. */
  async call<T>(path: string, { ifMatch, idempotencyKey, dryRun, ...init }: CallOptions): Promise<T> {
    expectParts(path);
    const headers = new Headers(init.headers);
    if (idempotencyKey !== undefined && !headers.has('Idempotency-Key')) headers.set('Idempotency-Key', idempotencyKey);
    if (ifMatch !== undefined) headers.set('If-Match', typeof ifMatch === 'string' ? ifMatch : this.versionOf(ifMatch));
    if (this.options.token) headers.set('Authorization', `Bearer ${this.options.token}`);
    if (this.cookies.size > 0) headers.set('Cookie', [...this.cookies].map((pair) => pair.join('=')).join('; '));
    const send = this.options.fetch ?? fetch;
    const response = await send(this.base + (dryRun ? tried(path) : path), {
      credentials: 'include',
      ...init,
      headers,
    });
    this.keepCookies(response.headers.getSetCookie?.() ?? []);
    if (!response.ok) {
      const error = new ShopError(response, await response.text());
      this.noted(error.current, response);
      throw error;
    }
    const content = await contentOf(response);
    // The version of what was tried out is not there, or soon that of a colleague's change.
    return (dryRun ? content : this.noted(content, response)) as T;
  }

  /** The page after a list that was answered, or null after the last one. */
  async pageAfter<Page extends object>(page: Page, options: CallOptions): Promise<Page | null> {
    const path = this.nextPages.get(page);
    return path === undefined ? null : this.call<Page>(path, { ...options, method: 'GET' });
  }

  private get base(): string {
    return (this.options.url ?? '').replace(/\/+$/, '');
  }

  private versionOf(record: object): string {
    const version = this.versions.get(record);
    if (version) return version;
    throw new TypeError(
      'This object has no version: read the record alone, or give a version with its quotes, such as "3"',
    );
  }

  /** Remembers the version of a record, and where a list goes on. */
  private noted(content: unknown, { headers }: Response): unknown {
    if (typeof content !== 'object' || content === null) return content;
    const version = headers.get('etag');
    if (version) this.versions.set(content, version);
    // Always a path of the shop itself: the sign-in goes nowhere else.
    const next = /<(\/[^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1];
    if (next) this.nextPages.set(content, next);
    return content;
  }

  /** A browser keeps cookies by itself, and shows them to nobody. */
  private keepCookies(cookies: string[]): void {
    for (const cookie of cookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name && value) this.cookies.set(name, value);
      else if (name) this.cookies.delete(name);
    }
  }
}

/** Throws at once what would fail with every request: `changes` takes such a failure for a shop that is away. */
function expectSendable({ url, token = '', cookie = '' }: ConnectOptions): void {
  if (url && !isWebAddress(url)) throw new TypeError(`The url must begin with https:// or http://: ${url}`);
  for (const [name, value] of Object.entries({ token, cookie }))
    if (!/^[\x20-\x7e\x80-\xff]*$/.test(value.trim()))
      throw new TypeError(`The ${name} has characters that no header takes, such as a line break`);
}

/** In a browser also one without a host. */
function isWebAddress(url: string): boolean {
  try {
    return /^https?:$/.test(new URL(url, typeof location === 'undefined' ? undefined : location.href).protocol);
  } catch {
    return false;
  }
}

/** An empty part, or `..`, which no encoding keeps as it is, would make the path that of another operation. */
function expectParts(path: string): void {
  if (/\/\.{0,2}(\/|$)/.test(path.replace(/\?.*/s, '')))
    throw new TypeError(`A part of the path is empty or consists of dots: ${path}`);
}

function tried(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}dryRun=true`;
}

async function contentOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) return response.json();
  if (type.startsWith('text/html')) throw new ShopError(response, WEB_PAGE);
  const bytes = await response.blob();
  return bytes.size > 0 ? bytes : undefined;
}
