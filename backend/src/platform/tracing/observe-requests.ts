import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Observer } from '../../http/when-answered';
import { during, type RequestUnderWay } from './request-under-way';
import type { SpanContext } from '@opentelemetry/api';
import type { Tracing } from './tracing';

const known = new WeakMap<Response, RequestUnderWay>();

/** What is to be known of requests, besides their ids. */
export interface Wanted {
  comments: boolean;
  tracing?: Tracing;
}

/** Begins to follow a request of the API. */
export function beginRequest({ comments, tracing }: Wanted): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const id = String(response.getHeader('X-Request-Id'));
    const trace = tracing?.request(request.method, request.headers, id);
    const underWay = { comment: comments ? commentOf(id, trace?.context) : '', trace };
    known.set(response, underWay);
    during(underWay, next);
  };
}

/** Ends it, and its trace under the name of its operation. */
export function endRequest(operationOf: (request: Request) => string): Observer {
  return (request, response) => {
    const underWay = known.get(response);
    if (!underWay) return;
    // What goes on after it is not its own: one look for changes serves everybody.
    underWay.comment = '';
    underWay.trace?.end(operationOf(request), response.headersSent ? response.statusCode : 499);
  };
}

/** In the form of sqlcommenter; nothing that is not made here gets in. */
function commentOf(id: string, context?: SpanContext): string {
  if (!/^[\da-f-]{36}$/.test(id)) return '';
  const parent = context ? `,traceparent='00-${context.traceId}-${context.spanId}-0${context.traceFlags & 1}'` : '';
  return `/*request_id='${id}'${parent}*/ `;
}
