import { readFileSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'orval';

/** The screens try nothing out, and the SDK does it by an option: without `dryRun` calls stay short. */
function withoutDryRun<D>(document: D): D {
  const kept = (key: string, value: unknown) =>
    key === 'parameters' && Array.isArray(value) ? value.filter(({ name }) => name !== 'dryRun') : value;
  return JSON.parse(JSON.stringify(document, kept)) as D;
}

const CLIENT_SCHEMAS = './client/ecomCRMPlatform.schemas.ts';
const SDK_SCHEMAS = './sdk/src/generated/operations.schemas';

interface Documented {
  operationId: string;
  parameters?: { name: string }[];
}

/** The operations of the SDK that get an idempotency key: all that have it in the document. */
function withIdempotencyKey(): Record<string, { mutator: { path: string; name: string } }> {
  const { paths } = JSON.parse(readFileSync('./openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, Documented>>;
  };
  const keyed = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'Idempotency-Key'));
  return Object.fromEntries(
    keyed.map(({ operationId }) => [operationId, { mutator: { path: './sdk/src/http.ts', name: 'httpOnce' } }]),
  );
}

/** The client and the SDK share the SDK's types; only the types of request headers are the client's own. */
function shareSchemas(): void {
  const text = readFileSync(CLIENT_SCHEMAS, 'utf8');
  const [head] = /^\/\*\*[^]*?\*\/\n/.exec(text) ?? [''];
  const headers = text.match(/^export type \w+Headers = \{\n[^]*?^\};\n/gm) ?? [];
  writeFileSync(CLIENT_SCHEMAS, [head, `export * from '.${SDK_SCHEMAS}';\n`, ...headers].join('\n'));
}

/**
 * openapi.json -> a typed React Query client, a file a tag, and plain calls for the SDK. What a change makes stale in the
 * browser is told in one place, frontend/src/components/live/invalidation.ts.
 */
export default defineConfig({
  client: {
    input: { target: './openapi.json', override: { transformer: withoutDryRun } },
    output: {
      mode: 'tags-split',
      target: './client',
      client: 'react-query',
      httpClient: 'fetch',
      headers: true,
      urlEncodeParameters: true,
      clean: true,
      override: {
        mutator: { path: './http.ts', name: 'http' },
        fetch: { includeHttpResponseReturnType: false },
        query: { signal: true },
        operations: {
          logout: { mutator: { path: './http.ts', name: 'httpWithoutBody' } },
          logoutEverywhere: { mutator: { path: './http.ts', name: 'httpWithoutBody' } },
        },
      },
    },
    hooks: { afterAllFilesWrite: shareSchemas },
  },
  sdk: {
    input: { target: './openapi.json', override: { transformer: withoutDryRun } },
    output: {
      mode: 'split',
      target: `${SDK_SCHEMAS.replace('.schemas', '')}.ts`,
      client: 'fetch',
      urlEncodeParameters: true,
      clean: true,
      override: {
        mutator: { path: './sdk/src/http.ts', name: 'http' },
        operations: withIdempotencyKey(),
        fetch: { includeHttpResponseReturnType: false },
      },
    },
  },
});
