const KEY_BYTES = 16;

/** A key for a request that must take effect once, however often it is sent. */
export function newIdempotencyKey(): string {
  // Browsers have `randomUUID` over HTTPS alone.
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The header that carries such a key. */
export type IdempotencyHeader = { 'Idempotency-Key': string };

/** Marks a request with a key. */
export function idempotency(key: string): IdempotencyHeader {
  return { 'Idempotency-Key': key };
}
