import type { Connection } from './connection';

/** Undefined is the same as left out, also for who compiles with `exactOptionalPropertyTypes`. */
export type Absent<Fields> = { [Name in keyof Fields]: Fields[Name] | undefined };

/** Options of a single call. */
export interface CallOptions extends Absent<RequestInit> {
  /** Lets a change through only if nobody has changed this record since it was answered, else the call fails with 412. Not a record of a list, a copy or the answer of a dry run: they have no version. A version such as `"3"` does, too. */
  ifMatch?: object | string | undefined;
  /** A key of your own for a POST, so that it is done once however often it is sent. Operations that know such keys get one for each call unless given. */
  idempotencyKey?: string | undefined;
  /** Answers what a change would answer, and changes nothing. */
  dryRun?: boolean | undefined;
}

/** The options of a call, with `headers` those of the operation. */
export interface SentOptions extends CallOptions {
  /** The headers that the caller gives: they go before those of the operation, in whatever spelling. */
  own?: HeadersInit | undefined;
}

/** The options of a call with the connection that it goes through. */
export interface BoundOptions extends SentOptions {
  via?: Connection;
}

/** What a generated operation goes through. */
export function http<T>(address: string, options: BoundOptions): Promise<T> {
  const { via, ...call } = options;
  if (!via) throw new TypeError('Call the operations of what connect() answers');
  return via.call<T>(address, call);
}

/** What an operation with an `Idempotency-Key` in the document goes through. Others get no key: a balancer sends requests with one again. */
export function httpOnce<T>(address: string, options: BoundOptions): Promise<T> {
  return http<T>(address, { ...options, idempotencyKey: options.idempotencyKey ?? newKey() });
}

/** `crypto.randomUUID` is not there on a page that came by plain HTTP. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
