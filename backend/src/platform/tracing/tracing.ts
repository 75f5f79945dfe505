import type { Span, SpanContext } from '@opentelemetry/api';
import { Logger } from '@nestjs/common';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long what is left may take to be sent at the end, ms. */
const LONGEST_FLUSH = 2000;
/** Characters of a query that are told. */
const LONGEST_QUERY = 2000;

/** A query of a request, in its trace. */
export interface QueryTrace {
  /** Without the message of an error, which may quote what people have typed. */
  end(error?: { code?: string }): void;
}

/** A request, in its trace. */
export interface RequestTrace {
  readonly context: SpanContext;
  query(text: string): QueryTrace | undefined;
  end(operation: string, status: number): void;
}

/** Traces of OpenTelemetry: requests, and their queries. */
export interface Tracing {
  /** Begins a request; one whose `traceparent` says so belongs to the trace of its caller. */
  request(method: string, headers: IncomingHttpHeaders, id: string): RequestTrace;
  /** Sends what is left, and ends, within two seconds. */
  stop(): Promise<void>;
}

/** Loads OpenTelemetry and begins to trace; where to, how much and under which name it reads from the environment itself (`OTEL_…`). */
export async function startTracing(): Promise<Tracing> {
  const [
    { BasicTracerProvider, BatchSpanProcessor },
    { OTLPTraceExporter },
    { W3CTraceContextPropagator },
    { defaultResource, detectResources, envDetector, resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
  ]);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'ecom-crm' }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(talkative(new OTLPTraceExporter()))],
  });
  const { ROOT_CONTEXT, SpanKind, defaultTextMapGetter, trace } = await import('@opentelemetry/api');
  const tracer = provider.getTracer('ecom-crm');
  const propagator = new W3CTraceContextPropagator();
  return {
    request(method, headers, id) {
      // Not `tracestate`, in which a client may write what it likes.
      const caller = propagator.extract(ROOT_CONTEXT, { traceparent: headers.traceparent }, defaultTextMapGetter);
      const span = tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method, 'crm.request.id': id } },
        caller,
      );
      const here = trace.setSpan(ROOT_CONTEXT, span);
      return requestTrace(span, (name, text) =>
        tracer.startSpan(
          name,
          {
            kind: SpanKind.CLIENT,
            attributes: { 'db.system.name': 'postgresql', 'db.operation.name': name, 'db.query.text': text },
          },
          here,
        ),
      );
    },
    stop: () =>
      Promise.race([provider.shutdown().catch(() => undefined), sleep(LONGEST_FLUSH, undefined, { ref: false })]),
  };
}

function requestTrace(span: Span, startQuery: (name: string, text: string) => Span): RequestTrace {
  let isOver = false;
  return {
    context: span.spanContext(),
    query(text) {
      // An import, say, goes on for long after its request.
      if (isOver || !span.isRecording()) return undefined;
      const query = startQuery(/^\s*(\w+)/.exec(text)?.[1].toUpperCase() ?? 'QUERY', text.slice(0, LONGEST_QUERY));
      return { end: (error) => endQuery(query, error) };
    },
    end(operation, status) {
      isOver = true;
      span.updateName(operation).setAttribute('http.response.status_code', status);
      if (status >= 500) span.setAttribute('error.type', String(status)).setStatus({ code: ERROR });
      span.end();
    },
  };
}

/** `SpanStatusCode.ERROR`; the package is loaded by `startTracing` alone. */
const ERROR = 2;

function endQuery(query: Span, error?: { code?: string }): void {
  // A connection that breaks has no code.
  if (error?.code) query.setAttribute('db.response.status_code', error.code);
  if (error) query.setStatus({ code: ERROR });
  query.end();
}

/** Says once that spans do not get through, and once that they do again: meanwhile they are dropped. */
function talkative(exporter: SpanExporter): SpanExporter {
  const logger = new Logger('Traces');
  let isAway = false;
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined || result.code !== 0;
        if (failed && !isAway)
          logger.warn(
            `The collector of traces does not take them (${result.error?.message ?? 'no reason given'}); they are dropped until it does`,
          );
        if (!failed && isAway) logger.warn('The collector takes traces again');
        isAway = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
