import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeEnv } from '../../src/config/env';
import { root } from '../support/paths';

const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const [, block] = /^x-environment: &environment\n((?: {2}.*\n)*)/m.exec(compose) ?? [];
const passedOn = new Map([...block.matchAll(/^ {2}(\w+): (.*)$/gm)].map(([, name, value]) => [name, value]));

it('docker-compose.yml passes on every variable that operating.md documents, except DATA_DIR', () => {
  const page = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  const documented = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(documented).toEqual(describeEnv().map(({ name }) => name));
  expect(documented.filter((name) => !passedOn.has(name))).toEqual(['DATA_DIR']);
});

it('leaves the defaults to the app, but for what a container needs', () => {
  const fixed = [...passedOn].filter(([name, value]) => value !== `\${${name}:-}`).map(([name]) => name);
  expect(fixed).toEqual([
    'HOST',
    'PORT',
    'DATABASE_URL',
    'SESSION_SECRET',
    'REGISTRATION',
    'OTEL_SERVICE_NAME',
    'SQL_COMMENTS',
  ]);
});

it('restarts by /healthz alone', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  expect(/^HEALTHCHECK[\s\S]*?^ {2}CMD (.*)$/m.exec(dockerfile)?.[1]).toContain('/healthz');
  expect(dockerfile).not.toContain('/readyz');
});

it.each([
  ['docker-compose.yml', /^ {2}stop_grace_period: (\d+)s$/m],
  ['deploy/ecom-crm@.service', /^TimeoutStopSec=(\d+)$/m],
])('%s waits for the longest stop: STOP_DELAY and what the app takes after it', (file, pattern) => {
  const secondsIn = (path: string, found: RegExp): number =>
    Number(found.exec(readFileSync(join(root, path), 'utf8'))?.[1].replace('_', ''));
  const delay = secondsIn('backend/src/config/env.ts', /@Integer\('STOP_DELAY', (\d+)\)/);
  const stop = secondsIn('backend/src/main.ts', /^const MAX_STOP_MS = ([\d_]+);/m) / 1000;
  expect(secondsIn(file, pattern)).toBeGreaterThan(delay + stop);
});
