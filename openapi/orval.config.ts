import { defineConfig } from 'orval';

/** openapi.json -> a typed React Query client, a file a tag. A change refetches the lists of its kind. */
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
          version: 5,
          signal: true,
          useInvalidate: true,
          mutationInvalidates: [
            { onMutations: ['createProduct', 'replaceProduct'], invalidates: ['listProducts', 'searchProducts', 'readStatistics'] },
            { onMutations: ['createQuestion'], invalidates: ['listQuestions', 'searchQuestions', 'readStatistics'] },
            { onMutations: ['changeQuestionStatus'], invalidates: ['listQuestions', 'searchQuestions'] },
            { onMutations: ['createProblem', 'deleteProblem'], invalidates: ['listProblems', 'searchProblems', 'readStatistics'] },
            { onMutations: ['changeProblem', 'changeProblemStatus'], invalidates: ['listProblems', 'searchProblems'] },
            { onMutations: ['createUpdate'], invalidates: ['listUpdates', 'searchUpdates', 'readStatistics'] },
          ],
        },
      },
    },
  },
});
