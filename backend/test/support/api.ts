import { expectDocumented } from './contract';

/** An answer with its body read. */
export interface Answer<Body = never> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  /** Sent as it is, in place of JSON. */
  raw?: string | Buffer;
}

/** The session that an answer begins, as a `Cookie` header. */
export function sessionCookie({ headers }: Response): string | undefined {
  return headers
    .getSetCookie()
    .find((cookie) => /^(__Host-)?sid=/.test(cookie))
    ?.split(';')[0];
}

/** A small HTTP client with a cookie; every answer is held against the OpenAPI document. */
export class Api {
  cookie = '';
  /** An access token, sent in place of a cookie. */
  token = '';

  constructor(readonly url: string) {}

  get<Body = any>(path: string, options?: RequestOptions): Promise<Answer<Body>> {
    return this.send('GET', path, undefined, options);
  }

  post<Body = any>(path: string, body?: unknown, options?: RequestOptions): Promise<Answer<Body>> {
    return this.send('POST', path, body, options);
  }

  put<Body = any>(path: string, body?: unknown, options?: RequestOptions): Promise<Answer<Body>> {
    return this.send('PUT', path, body, options);
  }

  patch<Body = any>(path: string, body?: unknown, options?: RequestOptions): Promise<Answer<Body>> {
    return this.send('PATCH', path, body, options);
  }

  delete<Body = any>(path: string, options?: RequestOptions): Promise<Answer<Body>> {
    return this.send('DELETE', path, undefined, options);
  }

  async send<Body>(method: string, path: string, body: unknown, options: RequestOptions = {}): Promise<Answer<Body>> {
    const headers: Record<string, string> = {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...options.headers,
    };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    else if (this.cookie) headers.Cookie = this.cookie;
    const response = await fetch(this.url + path, {
      method,
      headers,
      body: options.raw ?? (body === undefined ? undefined : JSON.stringify(body)),
      redirect: 'manual',
    });
    this.cookie = sessionCookie(response) ?? this.cookie;
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const text = bytes.toString();
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson ? JSON.parse(text) : bytes) as Body,
    };
    expectDocumented({ method, path, answer: { ...answer, isJson } });
    return answer;
  }
}
