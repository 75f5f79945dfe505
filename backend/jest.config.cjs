// Nest and a few others are ES modules only: they are transformed, so that Jest needs no flag on any Node.
const esm = [
  '@nestjs',
  'p-limit',
  'yocto-queue',
  'file-type',
  'load-esm',
  'js-yaml',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
];

module.exports = {
  rootDir: __dirname,
  testEnvironment: 'node',
  // What takes minutes runs with `npm run reliability:full` and `npm run mutants` alone.
  testRegex: process.env.GATES ? '\\.((e2e|gate)-)?spec\\.ts$' : '\\.(e2e-)?spec\\.ts$',
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  setupFiles: ['reflect-metadata'],
  testTimeout: 30_000,
  maxWorkers: 2,
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true, dynamicImport: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
    '^.+\\.m?js$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022' },
        module: { type: 'commonjs', ignoreDynamic: false },
        sourceMaps: false,
        isModule: true,
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:${esm.join('|')})/)`],
};
