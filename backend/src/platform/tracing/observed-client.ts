import { Client, type QueryConfig } from 'pg';
import type { Env } from '../../config/env';
import { requestUnderWay, type RequestUnderWay } from './request-under-way';
import type { QueryTrace } from './tracing';

type Statement = string | QueryConfig;
type Query = (this: Client, statement: Statement, ...rest: unknown[]) => unknown;

/** Whether queries have to know their request. */
export function isObserved({ SQL_COMMENTS, OTEL_EXPORTER_OTLP_ENDPOINT }: Env): boolean {
  return SQL_COMMENTS === 'on' || OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;
}

/** What connections are made from: where nobody wants to know whose queries they are, plainly that of pg. */
export function observedClient(env: Env): typeof Client {
  if (!isObserved(env)) return Client;
  return class extends Client {
    override query = observed as typeof Client.prototype.query;
  };
}

const observed: Query = function (statement, ...rest) {
  const request = requestUnderWay();
  const query = Client.prototype.query as unknown as Query;
  if (!request || 'submit' in Object(statement)) return query.call(this, statement, ...rest);
  const span = request.trace?.query(typeof statement === 'string' ? statement : statement.text);
  const answer = query.call(this, commented(statement, request), ...rest);
  if (span) end(span, answer);
  return answer;
};

/** PostgreSQL keeps the text of a named statement as it was first: one that carries a comment goes without its name. */
function commented(statement: Statement, { comment }: RequestUnderWay): Statement {
  if (!comment) return statement;
  // Before it: what PostgreSQL shows of a long query has no end.
  return typeof statement === 'string'
    ? comment + statement
    : { ...statement, name: undefined, text: comment + statement.text };
}

function end(span: QueryTrace, answer: unknown): void {
  if (answer instanceof Promise)
    void answer.then(
      () => span.end(),
      (error: { code?: string }) => span.end(error),
    );
  else span.end();
}
