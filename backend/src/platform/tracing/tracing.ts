import { Logger } from '@nestjs/common';
import { context, defaultTextMapGetter, propagation, type TextMapPropagator } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type { Response } from 'express';
import { setTimeout as sleep } from 'node:timers/promises';

const MAX_FLUSH_MS = 2000;

/** The only attributes that leave the process: the others hold addresses, search words and e-mails. */
const SENT_ATTRIBUTES = new Set([
  'http.request.method',
  'http.response.status_code',
  'crm.request.id',
  'db.system.name',
  'db.query.text',
]);

/**
 * Traces requests of the API and their queries. Must run before `http` and `pg` are loaded, which the instrumentation
 * patches. Where to send, how much and under which name comes from the environment (`OTEL_…`). Returns how to stop.
 */
export function startTracing(): () => Promise<void> {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'ecom-crm' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(privateExporter(new OTLPTraceExporter()))],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(traceparentOnly());
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new HttpInstrumentation({
        disableOutgoingRequestInstrumentation: true,
        ignoreIncomingRequestHook: ({ url = '' }) => !/^\/api(\/|$)/i.test(url),
        applyCustomAttributesOnSpan: (span, _request, response) => {
          const { headersSent, locals } = response as Response;
          span.setAttribute('crm.request.id', String((response as Response).getHeader('X-Request-Id')));
          if (!headersSent) span.setAttribute('http.response.status_code', 499);
          if (locals?.operation) span.updateName(String(locals.operation));
        },
      }),
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    ],
  });
  return () =>
    Promise.race([provider.shutdown().catch(() => undefined), sleep(MAX_FLUSH_MS, undefined, { ref: false })]);
}

/** Reads `traceparent` but not `tracestate`, in which a client can write anything. */
function traceparentOnly(): TextMapPropagator<Record<string, unknown>> {
  const w3c = new W3CTraceContextPropagator();
  return {
    inject: () => undefined,
    extract: (parent, { traceparent }) => w3c.extract(parent, { traceparent }, defaultTextMapGetter),
    fields: () => ['traceparent'],
  };
}

/** Sends spans without personal data. Logs once when the collector does not take them, and once when it does again. */
function privateExporter(exporter: SpanExporter): SpanExporter {
  const logger = new Logger('Traces');
  let isAway = false;
  return {
    export(spans, done) {
      exporter.export(spans.map(withoutPersonalData), (result) => {
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

/** The message of an error can quote what people type, so only its SQLSTATE stays. */
function withoutPersonalData(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => SENT_ATTRIBUTES.has(name)));
  const message = span.events.find(({ name }) => name === 'exception')?.attributes?.['exception.message'];
  const code = /^PostgreSQL error .*\(code: ([\dA-Z]{5})\)$/.exec(String(message))?.[1];
  if (code) attributes['db.response.status_code'] = code;
  const changed = { attributes, events: [], links: [], status: { code: span.status.code } };
  return Object.assign(Object.create(span) as ReadableSpan, changed);
}
