import type { Connection } from './connection';

/** Options of a single call. */
export interface CallOptions extends RequestInit {
  /** Lets a change through only if nobody has changed this record since it was answered, else the call fails with 412. A version such as `"3"` does, too. */
  ifMatch?: object | string | undefined;
  /** A key of your own for a POST, so that it is done once however often it is sent; made for each call unless given. */
  idempotencyKey?: string | undefined;
  /** Answers what a change would answer, and changes nothing. */
  dryRun?: boolean | undefined;
}

/** The options of a call with the connection that it goes through. */
export interface BoundOptions extends CallOptions {
  via?: Connection;
}

/** What every generated operation goes through. */
export function http<T>(address: string, options: BoundOptions): Promise<T> {
  const { via, ...call } = options;
  if (!via) throw new TypeError('Call the operations of what connect() answers');
  return via.call<T>(address, call);
}
