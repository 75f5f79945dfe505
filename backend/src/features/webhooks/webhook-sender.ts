import { createHmac } from 'node:crypto';
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { publicLookup, RefusedAddress, whyRefused } from './ssrf-guard';

/** How long an answer may take, and how much of it is read. */
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** A batch on its way. */
export interface WebhookRequest {
  url: string;
  secret: string;
  id: string;
  body: string;
}

/** What came of it: the status where there was an answer, and why it failed, if it did. */
export interface Outcome {
  status: number | null;
  error: string | null;
}

/** Posts to webhooks: signed, to no address that is not allowed, without following anywhere. */
export class WebhookSender {
  /** Of its own: no connection is reused that was opened without a check of its address. */
  private readonly agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

  constructor(
    private readonly targets: string,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  close(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  async post(parcel: WebhookRequest, gone: AbortSignal): Promise<Outcome> {
    const refused = whyRefused(parcel.url, this.targets);
    if (refused) return { status: null, error: refused };
    try {
      const status = await this.send(parcel, AbortSignal.any([gone, AbortSignal.timeout(this.timeoutMs)]));
      return { status, error: status >= 200 && status < 300 ? null : `It answered ${status}` };
    } catch (error) {
      return { status: null, error: inWords(error) };
    }
  }

  private send({ url, secret, id, body }: WebhookRequest, signal: AbortSignal): Promise<number> {
    const seconds = Math.floor(Date.now() / 1000);
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'ecom-crm-webhooks',
      'Webhook-Id': id,
      'Webhook-Signature': `t=${seconds},v1=${sign(secret, seconds, body)}`,
    };
    const isSecure = new URL(url).protocol === 'https:';
    const [request, agent] = isSecure ? [requestHttps, this.agents.https] : [requestHttp, this.agents.http];
    const lookup = this.targets === 'any' ? undefined : publicLookup;
    return new Promise((resolve, reject) => {
      const outgoing = request(url, { method: 'POST', headers, agent, signal, lookup }, (answer) => {
        readToEnd(answer).then(() => resolve(answer.statusCode ?? 0), reject);
      });
      // Without a listener, the end of one that wants another protocol would never be told.
      outgoing.on('upgrade', ({ statusCode = 0 }: IncomingMessage, socket: Duplex) => {
        socket.destroy();
        resolve(statusCode);
      });
      outgoing.on('error', reject).end(body);
    });
  }
}

/** The signature of a body: HMAC-SHA-256, in hex, of the seconds, a dot and the body. */
export function sign(secret: string, seconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}

/** Reads an answer, so that its connection can be used again; one that is too long is cut off, and its status counts. */
function readToEnd(answer: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    let size = 0;
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_ANSWER_BYTES) return;
      answer.destroy();
      resolve();
    });
    answer.on('end', resolve).on('error', reject);
  });
}

/** For the people who look after the receiver; nothing of what is inside our network. */
function inWords(error: unknown): string {
  const { code, cause } = error as NodeJS.ErrnoException;
  if (error instanceof RefusedAddress) return 'Its name does not lead to a public address';
  if ((cause as Error | undefined)?.name === 'TimeoutError') return 'It took longer than 10 seconds';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Its name is not known';
  if (code === 'ECONNREFUSED') return 'It refused the connection';
  return code && /CERT|SSL|TLS/.test(code) ? 'Its certificate is not good' : 'The connection broke';
}
