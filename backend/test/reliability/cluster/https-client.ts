import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';

/** An answer with its body read. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A client by HTTPS that trusts one certificate, keeps its connections, and never asks twice. */
export class HttpsClient {
  cookie = '';
  private readonly agent: Agent;

  constructor(
    readonly url: string,
    certificate: string,
  ) {
    // The name that the certificate is asked for, whatever the header Host says.
    this.agent = new Agent({ ca: certificate, keepAlive: true, servername: new URL(url).hostname });
  }

  /** Resolves with the answer, or rejects where there is none. */
  async ask(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await this.open(method, path, {
      text,
      headers:
        text === undefined
          ? headers
          : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)), ...headers },
    });
    let answer = '';
    for await (const chunk of response.setEncoding('utf8')) answer += String(chunk);
    const cookie = response.headers['set-cookie']?.find((one) => /^(__Host-)?sid=/.test(one));
    if (cookie) this.cookie = cookie.split(';')[0];
    return { status: response.statusCode ?? 0, headers: response.headers, text: answer };
  }

  /** Resolves when the answer begins. */
  async open(
    method: string,
    path: string,
    { text, headers, signal }: { text?: string; headers: Record<string, string>; signal?: AbortSignal },
  ): Promise<IncomingMessage> {
    const asking = request(this.url + path, {
      method,
      agent: this.agent,
      headers: { Cookie: this.cookie, ...headers },
      signal,
    });
    // What goes wrong later is told by the answer.
    asking.on('error', () => undefined).end(text);
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    return response;
  }

  leave(): void {
    this.agent.destroy();
  }
}
