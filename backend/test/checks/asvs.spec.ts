import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { report } from '../reliability/reliability-config';
import { root } from '../support/paths';

/** The requirements of OWASP ASVS 5.0.0 at the levels 1 and 2. */
const REQUIREMENTS = { 1: 70, 2: 183 };
/** How many are met by a test that the map names; raise it with the map. */
const REACHED = { 1: 50, 2: 79 };

/** What we say to one requirement. */
interface Entry {
  id: string;
  level: 1 | 2;
  status: 'met' | 'deviation' | 'not applicable';
  /** `path` or `path: part of the title`. */
  tests?: string[];
  code?: string[];
  reason?: string;
}

const entries = JSON.parse(readFileSync(join(root, 'docs/asvs.json'), 'utf8')) as Entry[];

/** Whatever is wrong with the map, a sentence each. */
function faults(map: Entry[]): string[] {
  return [
    ...map.flatMap(faultsOf),
    ...map
      .slice(1)
      .flatMap(({ id }, index) =>
        inOrder(map[index].id, id) ? [] : [`${id} does not come after ${map[index].id}: sort by number, each once`],
      ),
  ];
}

function faultsOf({ id, level, status, tests = [], code = [], reason, ...others }: Entry): string[] {
  const found = Object.keys(others).map((field) => `${id} has an unknown field ${field}`);
  if (!/^V\d+\.\d+\.\d+$/.test(id)) found.push(`${id} is no id such as V1.2.3`);
  if (level !== 1 && level !== 2) found.push(`${id} has no level`);
  if (!['met', 'deviation', 'not applicable'].includes(status)) found.push(`${id} has no status`);
  if (status === 'met' ? tests.length + code.length === 0 || reason : !reason || tests.length + code.length > 0)
    found.push(`${id} is ${status}: tests or code say so for what is met, a reason for what is not`);
  for (const file of code) if (!existsSync(join(root, file))) found.push(`${id} names ${file}, which is not there`);
  return [...found, ...tests.flatMap((test) => missingTest(id, test))];
}

function missingTest(id: string, test: string): string[] {
  const [, path, title = ''] = /^(.*?\.(?:tsx?|mjs))(?:: (.*))?$/s.exec(test) ?? [];
  if (!path || !existsSync(join(root, path))) return [`${id} names ${test}, and there is no such file`];
  return readFileSync(join(root, path), 'utf8').includes(title)
    ? []
    : [`${id} names a test that ${path} does not have: ${title}`];
}

function inOrder(one: string, next: string): boolean {
  const [a, b] = [one, next].map((id) => id.slice(1).split('.').map(Number));
  const differs = a.findIndex((number, index) => number !== b[index]);
  return differs >= 0 && a[differs] < b[differs];
}

function tally(level: 1 | 2): Record<'all' | 'met' | 'tested' | 'deviations', number> {
  const ours = entries.filter((entry) => entry.level === level);
  const met = ours.filter(({ status }) => status === 'met');
  return {
    all: ours.length,
    met: met.length,
    tested: met.filter(({ tests }) => tests).length,
    deviations: ours.filter(({ status }) => status === 'deviation').length,
  };
}

it('G22: every requirement of ASVS 5.0 at the levels 1 and 2 has an answer, and what is met names its test', () => {
  expect(faults(entries)).toEqual([]);
  const [one, two] = [tally(1), tally(2)];
  expect([one.all, two.all]).toEqual([REQUIREMENTS[1], REQUIREMENTS[2]]);
  const inWords = ({ all, met, tested, deviations }: typeof one): string =>
    `${all}, ${met + deviations} applicable, ${met} met, ${tested} of them by a test, ${deviations} deviations`;
  report('G22', `level 1: ${inWords(one)}; level 2: ${inWords(two)}`);
  expect([one.tested, two.tested]).toEqual([REACHED[1], REACHED[2]]);
  expect(one.tested).toBe(one.met);
  expect(two.tested / two.met).toBeGreaterThanOrEqual(0.85);
});

it.each<[string, Partial<Entry>]>([
  ['V1.2.3 names frontend/nothing.test.ts: x, and there is no such file', { tests: ['frontend/nothing.test.ts: x'] }],
  [
    'V1.2.3 names a test that backend/test/checks/routes.spec.ts does not have: a title of nobody',
    { tests: ['backend/test/checks/routes.spec.ts: a title of nobody'] },
  ],
  ['V1.2.3 names backend/nothing.ts, which is not there', { code: ['backend/nothing.ts'] }],
  ['V1.2.3 is deviation: tests or code say so for what is met, a reason for what is not', { status: 'deviation' }],
  ['V1.2.3 is met: tests or code say so for what is met, a reason for what is not', { tests: [] }],
  ['V1.2.3 does not come after V1.10.1: sort by number, each once', { code: ['README.md'] }],
])('finds: %s', (fault, wrong) => {
  const before: Entry = {
    id: fault.includes('after') ? 'V1.10.1' : 'V1.2.2',
    level: 1,
    status: 'met',
    code: ['README.md'],
  };
  expect(faults([before, { id: 'V1.2.3', level: 1, status: 'met', ...wrong }])).toEqual([fault]);
});
