import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      'openapi/client/',
      'openapi/sdk/src/generated/',
      '.nx/',
      '.data/',
      '.restored/',
      '.results/',
      // Copied into the project, and linted there, by the test of modules.
      'docs/samples/**/*.{ts,tsx}',
    ],
  },
  ...tseslint.configs.recommended,
  {
    rules: {
      eqeqeq: 'error',
      'no-eval': 'error',
      'no-new-func': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // The types of decorated parameters must be there at run time; the compiler says where a type import is needed.
      '@typescript-eslint/no-inferrable-types': 'off',
    },
  },
  {
    files: ['**/*.{ts,tsx}', 'tools/**'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-implied-eval': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    // `a ? b() : c()` as a statement.
    files: ['**/*.{mjs,cjs}'],
    rules: { '@typescript-eslint/no-unused-expressions': ['error', { allowTernary: true, allowShortCircuit: true }] },
  },
  {
    files: [
      'backend/test/**',
      '**/*.{spec,e2e-spec,reliability-spec,full-spec}.ts',
      'frontend/e2e/**',
      'tools/globals.d.ts',
    ],
    rules: {
      // The answers of the server are held against openapi.json, which a type here would only repeat.
      '@typescript-eslint/no-explicit-any': 'off',
    },
  },
  { files: ['frontend/**/*.{ts,tsx}'], ignores: ['frontend/e2e/**'], extends: [reactHooks.configs.flat.recommended] },
);
