import { readFileSync } from 'node:fs';
import { defineConfig } from 'orval';

/** The counts of the dashboard, which are generated in a file of their own. */
const statistics = { query: 'readStatistics', file: './statistics' };

/** What a change makes stale, list by list: every change of a record its lists, one that makes or takes away records the counts, too. */
function outdated() {
  const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  return Object.entries(paths).flatMap(([list, { get, post }]) => {
    const search = paths[`${list}/search`]?.get;
    if (!get || !post || !search) return [];
    const lists = [get, search].map(({ operationId }) => operationId);
    const changes = [list, `${list}/{id}`, `${list}/{id}/status`]
      .flatMap((path) => Object.entries(paths[path] ?? {}))
      .filter(([method]) => method !== 'get');
    const named = (isPatch: boolean) =>
      changes.filter(([method]) => (method === 'patch') === isPatch).map(([, { operationId }]) => operationId);
    return [
      { onMutations: named(false), invalidates: [...lists, statistics] },
      { onMutations: named(true), invalidates: lists },
    ].filter(({ onMutations }) => onMutations.length > 0);
  });
}

/** The screens try nothing out, and the SDK does it by an option: without `dryRun` calls stay short. */
function withoutDryRun<D>(document: D): D {
  const kept = (key: string, value: unknown) =>
    key === 'parameters' && Array.isArray(value) ? value.filter(({ name }) => name !== 'dryRun') : value;
  return JSON.parse(JSON.stringify(document, kept)) as D;
}

/** openapi.json -> a typed React Query client, a file a tag. A change refetches the lists of its kind. And plain calls for the SDK. */
export default defineConfig({
  client: {
    input: { target: './openapi.json', override: { transformer: withoutDryRun } },
    output: {
      mode: 'tags-split',
      target: './client',
      client: 'react-query',
      httpClient: 'fetch',
      clean: true,
      override: {
        mutator: { path: './http.ts', name: 'http' },
        fetch: { includeHttpResponseReturnType: false },
        query: {
          signal: true,
          useInvalidate: true,
          mutationInvalidates: [
            ...outdated(),
            { onMutations: ['createToken', 'revokeToken'], invalidates: ['listTokens'] },
          ],
        },
      },
    },
  },
  sdk: {
    input: { target: './openapi.json', override: { transformer: withoutDryRun } },
    output: {
      mode: 'split',
      target: './sdk/src/generated/operations.ts',
      client: 'fetch',
      clean: true,
      override: {
        mutator: { path: './sdk/src/http.ts', name: 'http' },
        fetch: { includeHttpResponseReturnType: false },
      },
    },
  },
});
