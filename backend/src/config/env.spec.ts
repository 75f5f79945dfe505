import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeEnv, loadEnv } from './env';

it('has defaults', () => {
  expect(loadEnv({})).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', DATA_DIR: '.data', TRUST_PROXY: 0, LOG_LEVEL: 'warn' });
});

it('reads what is set, and takes an empty value for not set', () => {
  expect(loadEnv({ PORT: ' 8080 ', DATABASE_URL: 'postgres://a:b@host/db', HOST: '' })).toMatchObject({ PORT: 8080, DATABASE_URL: 'postgres://a:b@host/db', HOST: '127.0.0.1' });
});

it('names every bad value at once', () => {
  expect(() => loadEnv({ PORT: '70000', DATABASE_URL: 'mysql://x', SESSION_SECRET: 'short', TRUST_PROXY: 'yes', LOG_LEVEL: 'loud', LOG_FORMAT: 'xml', STOP_DELAY: '-1' })).toThrow(
    [
      'The environment is not right:',
      '  - PORT must be a whole number from 0 to 65535',
      '  - DATABASE_URL must look like postgres://user:password@host:5432/database',
      '  - SESSION_SECRET must have at least 32 characters',
      '  - TRUST_PROXY must be a whole number from 0 to 10',
      '  - LOG_LEVEL must be error, warn, log or debug',
      '  - LOG_FORMAT must be json or text',
      '  - STOP_DELAY must be a whole number from 0 to 60',
    ].join('\n'),
  );
});

it('is documented in the README, row by row', () => {
  const readme = readFileSync(join(__dirname, '../../../README.md'), 'utf8');
  for (const { name, fallback, description } of describeEnv()) expect(readme).toContain(`| \`${name}\` | ${fallback} | ${description} |`);
});
