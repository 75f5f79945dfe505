import { ShopError } from './error';
import { changeSetIn, isPartialIn } from './headers';
import type { CallOptions, SentOptions } from './http';

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

const NO_VERSION =
  'This object has no version: read the record alone, or give a version with its quotes, such as "3". ' +
  'A tag or a view has one where a write has answered it, in `current` of a 412, and in its history.';

/** As the body of an error: a proxy answers the sign-in of a company with 200, too. */
const WEB_PAGE = '{"message":"The answer is a web page: the url leads to something other than the shop"}';

const REDIRECTS = [301, 302, 303, 307, 308];

/** Sends requests: with the address, the sign-in and the keys that they need. */
export class Connection {
  private readonly cookies = new Map<string, string>();
  private readonly versions = new WeakMap<object, string>();
  private readonly nextPages = new WeakMap<object, string>();
  private readonly partial = new WeakSet<object>();
  private readonly changeSets = new WeakMap<object, string>();
  private readonly base: string;
  private readonly token: string;
  private readonly fetch: typeof fetch | undefined;

  constructor({ url = '', token = '', cookie = '', fetch: send }: ConnectOptions) {
    this.base = url.trim().replace(/\/+$/, '');
    this.token = token.trim();
    this.fetch = send;
    // Without one, an address is that of the page: Node has none.
    if (this.base || !(send || page())) expectWebAddress(this.base);
    expectSendable({ token: this.token, cookie: cookie.trim() });
    if (cookie) this.keepCookies(cookie.trim().split(/;\s*/));
  }

  /** Sends one request and reads its answer; throws a `ShopError` where it is not a success. */
  async call<T>(path: string, { ifMatch, idempotencyKey, dryRun, own, ...init }: SentOptions): Promise<T> {
    expectParts(path);
    const headers = new Headers(init.headers);
    new Headers(own).forEach((value, name) => headers.set(name, value));
    if (idempotencyKey !== undefined && !headers.has('Idempotency-Key')) headers.set('Idempotency-Key', idempotencyKey);
    if (ifMatch !== undefined) headers.set('If-Match', typeof ifMatch === 'string' ? ifMatch : this.versionOf(ifMatch));
    if (this.token) headers.set('Authorization', `Bearer ${this.token}`);
    if (this.cookies.size > 0) headers.set('Cookie', [...this.cookies].map((pair) => pair.join('=')).join('; '));
    const send = this.fetch ?? fetch;
    const response = await send(this.base + (dryRun ? tried(path) : path), {
      ...(init as RequestInit),
      credentials: init.credentials ?? 'include',
      // One that is followed makes a GET of a POST: it would succeed and write nothing.
      redirect: init.redirect ?? 'manual',
      headers,
    });
    this.keepCookies(response.headers.getSetCookie?.() ?? []);
    expectNoRedirect(response);
    if (!response.ok) {
      const error = new ShopError(response, await response.text());
      this.noted(error.current, response);
      throw error;
    }
    const content = await contentOf(response);
    // The version of what was tried out is not there, or soon that of a colleague's change.
    if (dryRun) return content as T;
    if (init.method !== 'GET') note(this.changeSets, content, changeSetIn(response));
    return this.noted(content, response) as T;
  }

  /** The page after a list that was answered, or null after the last one. */
  async pageAfter<Page extends object>(page: Page, options: CallOptions): Promise<Page | null> {
    const path = this.nextPages.get(page);
    return path === undefined ? null : this.call<Page>(path, { ...options, method: 'GET' });
  }

  /** Whether the records of a list have some of the searched words only. */
  isPartial(list: object): boolean {
    return this.partial.has(list);
  }

  /** The change set of the write that was answered so. */
  changeSetOf(answer: object): string | undefined {
    return this.changeSets.get(answer);
  }

  private versionOf(record: object): string {
    const version = this.versions.get(record);
    if (version) return version;
    throw new TypeError(NO_VERSION);
  }

  /** Remembers the version of a record, where a list goes on, and whether it is partial. */
  private noted(content: unknown, response: Response): unknown {
    note(this.versions, content, response.headers.get('etag'));
    // Always a path of the shop itself: the sign-in goes nowhere else.
    note(this.nextPages, content, /<(\/[^>]*)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]);
    if (Array.isArray(content) && isPartialIn(response)) this.partial.add(content);
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

function note(notes: WeakMap<object, string>, content: unknown, value: string | null | undefined): void {
  if (typeof content === 'object' && content !== null && value) notes.set(content, value);
}

/** Throws at once, as the next one does, what would fail with every request: `changes` takes such a failure for a shop that is away. */
function expectWebAddress(url: string): void {
  const { protocol = '', username, password } = parsed(url) ?? {};
  // What stands before an @ may be a password.
  if (!/^https?:$/.test(protocol))
    throw new TypeError(`The url must begin with https:// or http://: ${url.replace(/.*@/s, '…@') || 'there is none'}`);
  if (username || password) throw new TypeError('The url must have no user and no password: give a token or a cookie');
  if (/[?#]/.test(url)) throw new TypeError('The url must have no ? and no #');
}

function page(): string | undefined {
  return typeof location === 'undefined' ? undefined : location.href;
}

function parsed(url: string): URL | undefined {
  try {
    return new URL(url, page());
  } catch {
    return undefined;
  }
}

function expectSendable(texts: Record<string, string>): void {
  for (const [name, value] of Object.entries(texts))
    if (!/^[\x20-\x7e\x80-\xff]*$/.test(value))
      throw new TypeError(`The ${name} has characters that no header takes, such as a line break`);
}

/** A browser does not say where a redirect leads, not even its status. */
function expectNoRedirect(response: Response): void {
  if (response.type !== 'opaqueredirect' && !REDIRECTS.includes(response.status)) return;
  const target = response.headers.get('location')?.replace(/[?#].*/s, '');
  const message = `The url is redirected${target ? ` to ${target}` : ''}: connect with the url at which the shop answers itself`;
  throw new ShopError(response, JSON.stringify({ message }));
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
