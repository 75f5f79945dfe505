import nodeModule from 'node:module';
import { compileCacheFolder } from './platform/compile-cache';
import type { startTracing } from './platform/tracing/tracing';

/** What must happen before any package is loaded; `main.ts` imports this file first. */

// Keeps compiled code between starts. Node 20 does not have it.
const compileCache = 'enableCompileCache' in nodeModule ? compileCacheFolder() : undefined;
if (compileCache) nodeModule.enableCompileCache(compileCache);

/** Sends the traces that are left; does nothing where nobody asked for traces. */
export const stopTracing = process.env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim()
  ? // eslint-disable-next-line @typescript-eslint/no-require-imports -- `import()` would be too late: http and pg load first
    (require('./platform/tracing/tracing') as { startTracing: typeof startTracing }).startTracing()
  : async (): Promise<void> => undefined;
