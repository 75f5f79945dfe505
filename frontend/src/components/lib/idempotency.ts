const KEY_BYTES = 16;

/** A key for a request that must have its effect once, however often it is sent. */
export function newIdempotencyKey(): string {
  // Not `randomUUID`, which browsers have over HTTPS alone.
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Marks a request with such a key. */
export function once(key: string): RequestInit {
  return { headers: { 'Idempotency-Key': key } };
}
