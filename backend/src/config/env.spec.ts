import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeEnv, loadEnv } from './env';
import { missingName } from './known-hosts';

it('has defaults', () => {
  expect(loadEnv({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATA_DIR: '.data',
    TRUST_PROXY: 0,
    LOG_LEVEL: 'warn',
  });
});

it('reads what is set, and takes an empty value for not set', () => {
  expect(loadEnv({ PORT: ' 8080 ', DATABASE_URL: 'postgres://a:b@host/db', HOST: '' })).toMatchObject({
    PORT: 8080,
    DATABASE_URL: 'postgres://a:b@host/db',
    HOST: '127.0.0.1',
  });
});

it('names every bad value at once', () => {
  expect(() =>
    loadEnv({
      PORT: '70000',
      DATABASE_URL: 'mysql://x',
      SESSION_SECRET: 'short',
      TRUST_PROXY: 'yes',
      PUBLIC_URL: 'https://crm.shop.example/crm',
      ALLOWED_HOSTS: 'crm.local,*',
      LOG_LEVEL: 'loud',
      LOG_FORMAT: 'xml',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318',
      SQL_COMMENTS: 'yes',
      STOP_DELAY: '-1',
    }),
  ).toThrow(
    [
      'The environment is not right:',
      '  - PORT must be a whole number from 0 to 65535',
      '  - DATABASE_URL must look like postgres://user:password@host:5432/database',
      '  - SESSION_SECRET must have at least 32 characters',
      '  - TRUST_PROXY must be a whole number from 0 to 10',
      '  - PUBLIC_URL must look like https://crm.shop.example, without a path',
      '  - ALLOWED_HOSTS must be host names with commas between',
      '  - LOG_LEVEL must be error, warn, log or debug',
      '  - LOG_FORMAT must be json or text',
      '  - OTEL_EXPORTER_OTLP_ENDPOINT must look like http://localhost:4318',
      '  - SQL_COMMENTS must be on or off',
      '  - STOP_DELAY must be a whole number from 0 to 60',
    ].join('\n'),
  );
});

it('refuses limits that would let nobody in', () => {
  expect(() => loadEnv({ MAX_REQUESTS_PER_USER: '0', MAX_CONNECTIONS_PER_ADDRESS: '0' })).toThrow(
    [
      '  - MAX_REQUESTS_PER_USER must be a whole number from 1 to 100000',
      '  - MAX_CONNECTIONS_PER_ADDRESS must be a whole number from 1 to 10000',
    ].join('\n'),
  );
  expect(loadEnv({ MAX_REQUESTS_PER_USER: '1', MAX_CONNECTIONS_PER_ADDRESS: '1' })).toMatchObject({
    MAX_REQUESTS_PER_USER: 1,
    MAX_CONNECTIONS_PER_ADDRESS: 1,
  });
});

it.each(['https://crm.shop.example', 'http://crm:8080', 'http://[fd00::1]:65535', 'https://10.0.0.10/'])(
  'takes PUBLIC_URL=%s',
  (PUBLIC_URL) => {
    expect(loadEnv({ PUBLIC_URL }).PUBLIC_URL).toBe(PUBLIC_URL.replace(/\/$/, ''));
  },
);

it.each(['crm.shop.example', 'ftp://crm.shop.example', 'https://a@b.example', 'http://1.2.3.999', 'http://crm:99999'])(
  'refuses PUBLIC_URL=%s',
  (PUBLIC_URL) => {
    expect(() => loadEnv({ PUBLIC_URL })).toThrow('PUBLIC_URL must look like https://crm.shop.example, without a path');
  },
);

it.each(['0.0.0.0', '::', '192.168.1.5', 'shop.example'])(
  'wants to be told who may register when others can reach it: HOST=%s',
  (HOST) => {
    expect(() => loadEnv({ HOST })).toThrow(`REGISTRATION must be set when HOST is ${HOST}`);
    expect(loadEnv({ HOST, REGISTRATION: 'domain:shop.example,example.com' }).REGISTRATION).toBe(
      'domain:shop.example,example.com',
    );
  },
);

it.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('lets everybody on this machine register: HOST=%s', (HOST) => {
  expect(loadEnv({ HOST }).REGISTRATION).toBe('open');
});

it.each(['everybody', 'domain:', 'domain:@shop.example', 'domain:a..b', 'open,invite'])(
  'refuses REGISTRATION=%s',
  (REGISTRATION) => {
    expect(() => loadEnv({ REGISTRATION })).toThrow(
      'REGISTRATION must be open, invite, closed or domain: and names such as example.com,shop.example',
    );
  },
);

it('wants a SESSION_SECRET in production on a database of somebody else', () => {
  const DATABASE_URL = 'postgres://a:b@host/db';
  expect(() => loadEnv({ NODE_ENV: 'production', DATABASE_URL })).toThrow(
    'SESSION_SECRET must be set in production with a DATABASE_URL',
  );
  expect(() => loadEnv({ NODE_ENV: 'production', DATABASE_URL, SESSION_SECRET: 'x'.repeat(31) })).toThrow(
    'SESSION_SECRET must have at least 32 characters',
  );
  for (const good of [
    { NODE_ENV: 'production' },
    { DATABASE_URL },
    { NODE_ENV: 'production', DATABASE_URL, SESSION_SECRET: 'x'.repeat(32) },
  ])
    expect(() => loadEnv(good)).not.toThrow();
});

it('warns at the start when no host name is set', () => {
  const said = (env: NodeJS.ProcessEnv): string | undefined => missingName(loadEnv({ REGISTRATION: 'open', ...env }));
  for (const env of [{ HOST: '0.0.0.0' }, { HOST: '10.0.0.11' }, { TRUST_PROXY: '1' }])
    expect(said(env)).toContain('set PUBLIC_URL or ALLOWED_HOSTS');
  for (const env of [
    {},
    { HOST: 'crm' },
    { HOST: '::', PUBLIC_URL: 'http://crm' },
    { HOST: '::', ALLOWED_HOSTS: 'crm' },
  ])
    expect(said(env)).toBeUndefined();
});

it('is passed on by docker-compose.yml, but for the folder of the database that it has itself', () => {
  const file = readFileSync(join(__dirname, '../../../docker-compose.yml'), 'utf8');
  const [, block = ''] = /^x-environment: &environment\n((?: {2}.*\n)+)/m.exec(file) ?? [];
  const passed = [...block.matchAll(/^ {2}(\w+): (.*)$/gm)];
  const names = passed.map(([, name]) => name);
  expect(describeEnv().filter(({ name }) => name !== 'DATA_DIR' && !names.includes(name))).toEqual([]);
  // The address and the port inside the container match its port mapping.
  const fixed = passed.filter(([, , value]) => !value.includes('${')).map(([, name]) => name);
  expect(fixed).toEqual(['HOST', 'PORT']);
});

it('is documented in docs/operating.md, row by row', () => {
  const page = readFileSync(join(__dirname, '../../../docs/operating.md'), 'utf8');
  for (const { name, fallback, description } of describeEnv())
    expect(page).toContain(`| \`${name}\` | ${fallback} | ${description} |`);
});
