import { isSpanContextValid, trace } from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Client, type QueryConfig } from 'pg';
import type { Env } from '../../config/env';

const requests = new AsyncLocalStorage<{ id: string }>();

/** A middleware: the queries of a request carry its id while it runs, and no longer. */
export function rememberRequestId(_request: Request, response: Response, next: NextFunction): void {
  const request = { id: String(response.getHeader('X-Request-Id')) };
  response.once('close', () => (request.id = ''));
  requests.run(request, next);
}

/** What connections are made from: with `SQL_COMMENTS=on` each query begins with the id of its request. */
export function clientClass({ SQL_COMMENTS }: Env): typeof Client {
  if (SQL_COMMENTS !== 'on') return Client;
  return class extends Client {
    override query = function (this: Client, statement: string | QueryConfig, ...rest: unknown[]): unknown {
      const query = Client.prototype.query as (...values: unknown[]) => unknown;
      return query.call(this, 'submit' in Object(statement) ? statement : withComment(statement), ...rest);
    } as typeof Client.prototype.query;
  };
}

/** In the form of sqlcommenter, at the start, because PostgreSQL cuts a long query at its end. */
function withComment(statement: string | QueryConfig): string | QueryConfig {
  const id = requests.getStore()?.id;
  if (!id) return statement;
  const span = trace.getActiveSpan()?.spanContext();
  const parent =
    span && isSpanContextValid(span) ? `,traceparent='00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}'` : '';
  const comment = `/*request_id='${id}'${parent}*/ `;
  if (typeof statement === 'string') return comment + statement;
  // PostgreSQL keeps the first text of a named statement, so a statement with a comment has no name.
  return { ...statement, name: undefined, text: comment + statement.text };
}
