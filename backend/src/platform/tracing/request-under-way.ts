import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestTrace } from './tracing';

/** What those who are far from a request, as its queries are, know of it. */
export interface RequestUnderWay {
  /** Stands before each of its queries. */
  comment: string;
  trace?: RequestTrace;
}

const requests = new AsyncLocalStorage<RequestUnderWay>();

/** Runs a part of a request, so that its queries know it. */
export function during<T>(request: RequestUnderWay, run: () => T): T {
  return requests.run(request, run);
}

/** The request on behalf of which this code runs; only known with `SQL_COMMENTS` or with traces. */
export function requestUnderWay(): RequestUnderWay | undefined {
  return requests.getStore();
}
