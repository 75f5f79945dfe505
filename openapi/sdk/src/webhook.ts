/** What came to the address of a webhook. */
export interface Received {
  /** The secret that the answer had when the webhook was made. */
  secret: string;
  /** The header `Webhook-Signature`, as `fetch` or Node has it. One that came twice is not genuine. */
  signature: string | string[] | null | undefined;
  /** The body as it came, before anything has parsed it. */
  body: string | Uint8Array;
  /** The time, in milliseconds; that of the clock unless given. */
  now?: number | undefined;
}

const MAX_AGE_SECONDS = 300;

/** Whether a body was signed with the secret of the webhook, at most five minutes ago. Its type is `DeliveryBodyDto`. */
export async function isGenuine({ secret, signature, body, now = Date.now() }: Received): Promise<boolean> {
  const header = typeof signature === 'string' ? signature : '';
  const [, seconds, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (!seconds || !given || Math.abs(now / 1000 - Number(seconds)) > MAX_AGE_SECONDS) return false;
  const utf8 = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), algorithm, false, ['verify']);
  const start = utf8.encode(`${seconds}.`);
  const rest = typeof body === 'string' ? utf8.encode(body) : body;
  const signed = new Uint8Array(start.length + rest.length);
  signed.set(start);
  signed.set(rest, start.length);
  return crypto.subtle.verify('HMAC', key, bytesOf(given), signed);
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
