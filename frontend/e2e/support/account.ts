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
    const response = await fetch(`${url}/api/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (response.status !== 201) throw new Error(`Registration: ${response.status}: ${await response.text()}`);
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    return new Account(url, email, password, cookie);
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
