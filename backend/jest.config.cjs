// Nest and a few others are ES modules only: they are transformed, so that Jest needs no flag on any Node.
const esm = [
  '@nestjs',
  'file-type',
  'load-esm',
  'js-yaml',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
];

/** `RELIABILITY` says which suites run: the short reliability suites, or all of them in full or with seeded faults. */
const SUITES = {
  ordinary: '\\.(e2e-)?spec\\.ts$',
  named: '\\.((e2e|reliability)-)?spec\\.ts$',
  short: '\\.reliability-spec\\.ts$',
  full: '\\.((e2e|reliability|full)-)?spec\\.ts$',
  mutants: '\\.((e2e|reliability|full)-)?spec\\.ts$',
};

/** Whether the command line names a file: then it need not be an ordinary suite. */
function isFileNamed() {
  return process.argv.slice(2).some((arg) => !arg.startsWith('-') && !arg.endsWith('jest.config.cjs'));
}

module.exports = {
  rootDir: __dirname,
  testEnvironment: 'node',
  testRegex: SUITES[process.env.RELIABILITY || (isFileNamed() ? 'named' : 'ordinary')],
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
