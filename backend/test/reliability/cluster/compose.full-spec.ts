import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeEnv } from '../../../src/config/env';
import { debian } from './programs';
import { report, seededFault } from '../reliability-config';
import { root } from '../../support/paths';

const GIVEN = { POSTGRES_PASSWORD: 'letters', SESSION_SECRET: 'x'.repeat(32) };
/** What OpenTelemetry reads by itself. */
const OTEL = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_SERVICE_NAME', 'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'];

jest.setTimeout(120_000);

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** What Debian's docker-compose makes of a file; it is older than `name`, and runs nothing. */
function config(
  file: string,
  env: NodeJS.ProcessEnv = GIVEN,
): { ok: boolean; said: string; services: Map<string, string> } {
  const args = ['-f', '-', '--project-directory', root, '--profile', 'cluster', 'config'];
  const { status, stdout, stderr } = spawnSync('docker-compose', args, {
    cwd: root,
    env: { ...debian(['docker-compose']), ...env },
    input: file.replace(/^name: .*\n/m, ''),
    encoding: 'utf8',
  });
  const [, services = ''] = /^services:\n([\s\S]*?)^\S/m.exec(stdout) ?? [];
  return {
    ok: status === 0,
    said: stdout + stderr,
    services: new Map([...services.matchAll(/^ {2}(\w+):\n((?: {4}.*\n)*)/gm)].map(([, name, text]) => [name, text])),
  };
}

/** The variables that a service is told. */
function environmentOf(service = ''): Record<string, string> {
  const [, block = ''] = /^ {4}environment:\n((?: {6}.*\n)*)/m.exec(service) ?? [];
  return Object.fromEntries(
    [...block.matchAll(/^ {6}(\w+): (.*)$/gm)].map(([, name, value]) => [name, value.replaceAll(/^["']|["']$/g, '')]),
  );
}

/** Images that several services are built as. */
function sharedImages(services: Map<string, string>): string[] {
  const images = [...services.values()]
    .filter((text) => /^ {4}build:/m.test(text))
    .flatMap((text) => /^ {4}image: (.*)$/m.exec(text)?.[1] ?? []);
  return images.filter((image, index) => images.indexOf(image) < index);
}

it('docker-compose reads the file: one process, or three behind HAProxy where its file expects them', () => {
  const { ok, said, services } = config(read('docker-compose.yml'));
  expect([ok, ok || said]).toEqual([true, true]);
  const names = [...services.keys()];
  expect(names).toEqual(['app', 'app1', 'app2', 'app3', 'balancer', 'database']);
  expect(names.filter((name) => !services.get(name)?.includes('profiles:\n    - cluster'))).toEqual([
    'app',
    'database',
  ]);
  const servers = [...read('deploy/haproxy.cfg').matchAll(/^ {2}server (app\d) ([\d.]+):(\d+)$/gm)].map(
    ([, name, address, port]) => [name, address, port],
  );
  expect(
    servers.map(([name]) => [
      name,
      /ipv4_address: (\S+)/.exec(services.get(name) ?? '')?.[1],
      environmentOf(services.get(name)).PORT,
    ]),
  ).toEqual(servers);
  for (const name of ['app', 'app1', 'app2', 'app3']) {
    const told = environmentOf(services.get(name));
    const known = [...describeEnv().map((variable) => variable.name), ...OTEL];
    expect(Object.keys(told).filter((variable) => !known.includes(variable))).toEqual([]);
    expect([
      told.METRICS_TOKEN,
      told.DATABASE_REPLICA_URLS,
      told.OTEL_EXPORTER_OTLP_ENDPOINT,
      told.TRUST_PROXY,
    ]).toEqual(['', '', '', name === 'app' ? '' : '1']);
  }
  expect(said).toContain('subnet: 10.0.0.0/24');
  const mounted = [...(services.get('balancer') ?? '').matchAll(/- (\/\S+):\/\S+:ro/g)].map(([, path]) => path);
  expect(mounted).toEqual([join(root, 'deploy/haproxy.cfg')]);
  expect(existsSync(mounted[0])).toBe(true);
  expect(services.get('balancer')).toContain(`target: ${/ssl crt (\S+)/.exec(read('deploy/haproxy.cfg'))?.[1]}`);
  report(
    'compose',
    `${names.length} services read by docker-compose; addresses, port and certificate are those of deploy/haproxy.cfg`,
  );
});

it('lets each service that is built have an image of its own: built at once, they would meet in one', () => {
  expect(sharedImages(config(read('docker-compose.yml')).services)).toEqual([]);
});

it('passes on what is set, and asks for what must be', () => {
  const given = {
    METRICS_TOKEN: 'the-token-of-the-scraper',
    DATABASE_REPLICA_URLS: 'postgres://a:b@standby/crm',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    SQL_COMMENTS: 'on',
    PUBLIC_URL: 'https://crm.shop.example',
    ALLOWED_HOSTS: 'crm.local',
    LOG_LEVEL: 'log',
    LOG_FORMAT: 'json',
    WEBHOOK_TARGETS: 'off',
    ...Object.fromEntries(OTEL.map((name) => [name, `some-${name}`])),
  };
  const { services } = config(read('docker-compose.yml'), { ...GIVEN, ...given });
  for (const name of ['app', 'app2']) expect(environmentOf(services.get(name))).toMatchObject(given);
  const proxied = config(read('docker-compose.yml'), { ...GIVEN, TRUST_PROXY: '2', STOP_DELAY: '7' }).services;
  expect(environmentOf(proxied.get('app'))).toMatchObject({ TRUST_PROXY: '2', STOP_DELAY: '7' });
  for (const [missing] of Object.entries(GIVEN))
    expect(config(read('docker-compose.yml'), { ...GIVEN, [missing]: '' }).said).toContain(`Set ${missing} to`);
});

seededFault('compose', 'an option that there is not, a reference to nothing, and one image of several', async () => {
  await Promise.resolve();
  const file = read('docker-compose.yml');
  expect(config(file.replace('restart: unless-stopped', 'restarts: unless-stopped')).said).toContain('restarts');
  expect(config(file.replaceAll('depends_on: [database]', 'depends_on: [databases]')).said).toContain(
    "depends on service 'databases' which is undefined",
  );
  expect(sharedImages(config(file.replace('build: .', 'build: .\n  image: ecom-crm')).services)).toContain('ecom-crm');
});
