// Packages that come as ES modules only.
const esm = ['yet-another-react-lightbox', '@ant-design/colors', '@ant-design/fast-color'];
const typescript = { syntax: 'typescript', tsx: true };

module.exports = {
  rootDir: __dirname,
  testEnvironment: 'jsdom',
  // Milliseconds, on a busy machine.
  testTimeout: 60_000,
  maxWorkers: 2,
  testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
  setupFiles: ['<rootDir>/test/browser.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
  moduleNameMapper: {
    '\\.css$': '<rootDir>/test/style.cjs',
    'Dom/dynamicCSS$': '<rootDir>/test/no-styles.ts',
    '^antd/es/(.*)$': 'antd/lib/$1',
    '^@ant-design/icons$': '<rootDir>/test/icons.ts',
    '/draft-store$': '<rootDir>/test/draft-store.ts',
    // It draws on a canvas, which jsdom does not have; the browser tests look at the real one.
    '^@ant-design/charts$': '<rootDir>/test/charts.tsx',
  },
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022', parser: typescript, transform: { react: { runtime: 'automatic' } } },
        module: { type: 'commonjs' },
      },
    ],
    '^.+\\.m?js$': ['@swc/jest', { jsc: { target: 'es2022' }, module: { type: 'commonjs' }, isModule: true }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:${esm.join('|')})/)`],
};
