import { defineConfig } from 'orval';

/** The counts of the dashboard, which are generated in a file of their own. */
const statistics = { query: 'readStatistics', file: './statistics' };

/** openapi.json -> a typed React Query client, a file a tag; a change refetches the lists of its kind. And plain calls for the SDK. */
export default defineConfig({
  client: {
    input: './openapi.json',
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
            { onMutations: ['createUpdate'], invalidates: ['listUpdates', 'searchUpdates', statistics] },
          ],
        },
      },
    },
  },
  sdk: {
    input: './openapi.json',
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
