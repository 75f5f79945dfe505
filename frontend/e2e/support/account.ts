import { randomUUID } from 'node:crypto';

/** A product as a test asks for it. */
export interface NewProduct {
  name: string;
  sku: string;
  ean?: string;
  vehicle?: string;
  description?: string;
  images: string[];
  extraFields?: Record<string, string>;
}

/** The id, and everything the test asked for, of a product that is stored. */
export type StoredProduct = NewProduct & { id: number; status: string };

/** Somebody who has registered, and speaks to the application over HTTP with a session of their own. */
export class Account {
  private constructor(
    readonly url: string,
    readonly email: string,
    readonly password: string,
    readonly cookie: string,
  ) {}

  /** Registers somebody new. */
  static async register(url: string, email = `staff-${randomUUID().slice(0, 8)}@example.com`): Promise<Account> {
    const password = 'a long enough password';
    return new Account(url, email, password, await sessionOf(`${url}/api/register`, { email, password }));
  }

  /** The same person in another browser: a session of its own. */
  async signIn(userAgent = 'Mozilla/5.0 (X11; Linux) Firefox/140.0'): Promise<Account> {
    const { url, email, password } = this;
    return new Account(url, email, password, await sessionOf(`${url}/api/login`, { email, password }, userAgent));
  }

  /** The session as Playwright wants it. */
  get cookies() {
    const { hostname } = new URL(this.url);
    return this.cookie.split('; ').map((pair) => {
      const [name, ...value] = pair.split('=');
      const fixed = {
        domain: hostname,
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Lax' as const,
      };
      return { name, value: value.join('='), ...fixed };
    });
  }

  /** Calls the API and answers the parsed body, or fails with what the server said. */
  async call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await this.send(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}: ${text}`);
    return (text ? JSON.parse(text) : undefined) as Answer;
  }

  /** Calls the API and answers whatever the server answers. */
  send(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      method,
      headers: { Cookie: this.cookie, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }
}

/** The cookie of the session that registering or signing in begins. */
async function sessionOf(address: string, body: object, userAgent?: string): Promise<string> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(userAgent && { 'User-Agent': userAgent }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${address}: ${response.status}: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
