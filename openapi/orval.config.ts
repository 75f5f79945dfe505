import { defineConfig } from 'orval';

/** The counts of the dashboard, which are generated in a file of their own. */
const statistics = { query: 'readStatistics', file: './statistics' };

/** The screens try nothing out: without `dryRun` the calls of the client stay short. */
function withoutDryRun<D>(document: D): D {
  const kept = (key: string, value: unknown) => (key === 'parameters' && Array.isArray(value) ? value.filter(({ name }) => name !== 'dryRun') : value);
  return JSON.parse(JSON.stringify(document, kept)) as D;
}

/** openapi.json -> a typed React Query client, a file a tag. A change refetches the lists of its kind. */
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
            { onMutations: ['createProduct', 'replaceProduct'], invalidates: ['listProducts', 'searchProducts', statistics] },
            { onMutations: ['createQuestion'], invalidates: ['listQuestions', 'searchQuestions', statistics] },
            { onMutations: ['changeQuestionStatus'], invalidates: ['listQuestions', 'searchQuestions'] },
            { onMutations: ['createProblem', 'deleteProblem'], invalidates: ['listProblems', 'searchProblems', statistics] },
            { onMutations: ['changeProblem', 'changeProblemStatus'], invalidates: ['listProblems', 'searchProblems'] },
            { onMutations: ['createToken', 'revokeToken'], invalidates: ['listTokens'] },
            { onMutations: ['createUpdate'], invalidates: ['listUpdates', 'searchUpdates', statistics] },
          ],
        },
      },
    },
  },
});
