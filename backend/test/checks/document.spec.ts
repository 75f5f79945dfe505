import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../support/paths';

const released = readFileSync(join(root, 'openapi/released.json'), 'utf8');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'document-'));
  cpSync(join(root, 'openapi/released.json'), join(folder, 'released.json'));
  writeFileSync(join(folder, 'CHANGELOG.md'), '# Changes\n\n## Unreleased\n\n## 1.0.0\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

type Document = any;

/** Runs checks on the released document with a change. */
function check(change: (document: Document) => void, ...checks: string[]): { passes: boolean; said: string } {
  const document: Document = JSON.parse(released);
  change(document);
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'tools/checks/document.mjs'), folder, ...checks],
    { encoding: 'utf8' },
  );
  return { passes: status === 0, said: stdout + stderr };
}

/** The lines that a failed check names. */
function linesOf(said: string): string[] {
  return [...said.matchAll(/^- (.*)$/gm)].map(([, line]) => line);
}

const schemas = ({ components }: Document): Document => components.schemas;

it('passes what is described and shown, and names what is not', () => {
  expect(check(() => undefined, 'examples')).toMatchObject({
    passes: true,
    said: expect.stringMatching(/: \d+ operations, \d+ parameters/),
  });
  const { passes, said } = check((document) => {
    delete document.paths['/api/products'].get.description;
    delete document.paths['/api/products'].post.requestBody.content['application/json'].example;
    delete document.paths['/api/products'].post.responses['409'].content['application/json'].example;
    delete schemas(document).ProductDto.properties.sku.description;
    delete schemas(document).ProductDto.properties.ean.example;
  }, 'examples');
  expect(passes).toBe(false);
  expect(linesOf(said)).toEqual([
    'GET /api/products has no description',
    'POST /api/products: request application/json has no example',
    'POST /api/products: answer 409 application/json has no example',
    'ProductDto.sku has no description',
    'ProductDto.ean has no example',
  ]);
});

it('hears what both linters have against a document', () => {
  const { passes, said } = check((document) => {
    // A small one: the whole takes seconds.
    document.paths = { '/api/user': document.paths['/api/user'], '/api/statistics': document.paths['/api/statistics'] };
    schemas(document).UserDto.properties.id.example = 'one';
    document.paths['/api/user'].get.operationId = 'readStatistics';
    delete document.info.license;
  }, 'lint');
  expect(passes).toBe(false);
  expect(linesOf(said)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^spectral oas3-valid-schema-example at .*id.example: /),
      expect.stringMatching(/^redocly operation-operationId-unique at /),
      expect.stringMatching(/^redocly info-license at /),
    ]),
  );
}, 60_000);

describe('a change that breaks clients', () => {
  const product = (document: Document): Document => document.paths['/api/products'];
  const breaks: [what: string, change: (document: Document) => void, lines: (string | RegExp)[]][] = [
    [
      'an operation is removed',
      (document) => delete document.paths['/api/problems/{id}'].delete,
      ['DELETE /api/problems/{id}: is gone'],
    ],
    [
      'an operation gets another id',
      (document) => (product(document).post.operationId = 'addProduct'),
      ['POST /api/products: operation id createProduct is now addProduct'],
    ],
    [
      'a public operation needs a sign-in',
      (document) => delete document.paths['/api/login'].post.security,
      ['POST /api/login: needs a sign-in now'],
    ],
    [
      'a sign-in is no longer taken',
      (document) => (document.security = [{ other: [] }]),
      [/: no longer takes session$/],
    ],
    [
      'a parameter is removed',
      (document) => product(document).get.parameters.splice(0, 1),
      [/^GET \/api\/products: query parameter \w+ is gone$/],
    ],
    [
      'a parameter is required',
      (document) => (product(document).get.parameters[0].required = true),
      [/ is required now$/],
    ],
    [
      'a required parameter is added',
      (document) =>
        product(document).get.parameters.push({
          name: 'shop',
          in: 'query',
          required: true,
          schema: { type: 'string' },
        }),
      ['GET /api/products: query parameter shop is new and required'],
    ],
    [
      'input is required',
      (document) => schemas(document).CreateProductDto.required.push('ean'),
      ['POST /api/products: request.ean is required now'],
    ],
    [
      'input is new and required',
      (document) => (
        schemas(document).CreateProductDto.required.push('weight'),
        (schemas(document).CreateProductDto.properties.weight = { type: 'number' })
      ),
      ['POST /api/products: request.weight is new and required'],
    ],
    [
      'input is no longer taken',
      (document) => delete schemas(document).CreateProductDto.properties.ean,
      ['POST /api/products: request.ean is gone'],
    ],
    [
      'input is shorter',
      (document) => (schemas(document).CreateProductDto.properties.name.maxLength = 100),
      ['POST /api/products: request.name has maxLength 100 now'],
    ],
    [
      'input is longer',
      (document) => (schemas(document).CreateProductDto.properties.name.minLength = 3),
      ['POST /api/products: request.name has minLength 3 now'],
    ],
    [
      'input has a pattern',
      (document) => (schemas(document).CreateProductDto.properties.sku.pattern = '^[A-Z]+$'),
      ['POST /api/products: request.sku has pattern ^[A-Z]+$ now'],
    ],
    [
      'input may not be null',
      (document) => (schemas(document).CreateProductDto.properties.ean.type = 'string'),
      ['POST /api/products: request.ean may no longer be null'],
    ],
    [
      'input has fewer words',
      (document) => schemas(document).ChangeStatusDto.properties.status.enum.pop(),
      [/request\.status may no longer be resolved$/],
    ],
    [
      'a list takes less',
      (document) => (schemas(document).CreateProductDto.properties.images.items.maxLength = 9),
      ['POST /api/products: request.images[] has maxLength 9 now'],
    ],
    [
      'an answer has another status',
      (document) => (
        (product(document).post.responses['200'] = product(document).post.responses['201']),
        delete product(document).post.responses['201']
      ),
      ['POST /api/products: answer 201 is gone'],
    ],
    [
      'an answer has lost a field',
      (document) => delete schemas(document).StatisticsDto.properties.updates,
      ['GET /api/statistics: answer 200.updates is gone'],
    ],
    [
      'an answered field may be absent',
      (document) => schemas(document).StatisticsDto.required.pop(),
      ['GET /api/statistics: answer 200.updates may be absent now'],
    ],
    [
      'an answered field has another type',
      (document) => (schemas(document).StatisticsDto.properties.updates.type = 'string'),
      ['GET /api/statistics: answer 200.updates may be string now'],
    ],
    [
      'an answered field may be null',
      (document) => (schemas(document).StatisticsDto.properties.updates.type = ['integer', 'null']),
      ['GET /api/statistics: answer 200.updates may be null now'],
    ],
    [
      'an answered word is gone',
      (document) => schemas(document).HitsDto.properties.kind.enum.shift(),
      ['GET /api/search: answer 200.groups[].kind is no longer product'],
    ],
    [
      'a header is gone',
      (document) => delete product(document).get.responses['200'].headers.Link,
      ['GET /api/products: answer 200 header Link is gone'],
    ],
  ];

  let named: string[][];
  beforeAll(() => (named = allBreakingChanges(breaks.map(([, change]) => change))));

  it.each(breaks.map(([what, , lines], index) => [what, lines, index] as const))(
    'is found: %s',
    (_what, lines, index) => {
      for (const line of lines)
        expect(named[index]).toContainEqual(typeof line === 'string' ? line : expect.stringMatching(line));
    },
  );

  it('fails the check until it is declared, under what is unreleased', () => {
    const change = breaks[0][1];
    const declared = (text: string): boolean => {
      writeFileSync(join(folder, 'CHANGELOG.md'), `# Changes\n\n## Unreleased\n\n${text}`);
      return check(change, 'changes').passes;
    };
    const { passes, said } = check(change, 'changes');
    expect(passes).toBe(false);
    const line = `- ${linesOf(said)[0]}\n`;
    expect(line).toBe('- DELETE /api/problems/{id}: is gone\n');
    expect([declared(line), declared(`## 1.0.0\n\n${line}`), declared(line.slice(0, -4))]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

/** The breaking changes of many changed documents, in one process. */
function allBreakingChanges(changes: ((document: Document) => void)[]): string[][] {
  const documents = changes.map((change) => {
    const document: Document = JSON.parse(released);
    change(document);
    return document;
  });
  const program = `
    import { readFileSync } from 'node:fs';
    import { breakingChanges } from ${JSON.stringify(join(root, 'tools/checks/document/breaking.mjs'))};
    const [before, ...documents] = JSON.parse(readFileSync(0, 'utf8'));
    console.log(JSON.stringify(documents.map((document) => breakingChanges(before, document))));`;
  return JSON.parse(
    spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      input: JSON.stringify([JSON.parse(released), ...documents]),
      encoding: 'utf8',
      maxBuffer: 1e8,
    }).stdout,
  );
}

it('lets everything through that breaks nobody', () => {
  const { passes, said } = check((document) => {
    const { ProductDto, CreateProductDto, ChangeStatusDto } = schemas(document);
    ProductDto.properties.weight = { type: 'number' };
    CreateProductDto.properties.weight = { type: 'number' };
    CreateProductDto.properties.name.maxLength = 9000;
    CreateProductDto.required.pop();
    ChangeStatusDto.properties.status.enum.push('waiting');
    schemas(document).HitsDto.properties.kind.enum.push('customer');
    document.paths['/api/customers'] = { get: document.paths['/api/products'].get };
    document.paths['/api/products'].get.parameters.push({ name: 'shop', in: 'query', schema: { type: 'string' } });
    document.paths['/api/products'].get.responses['404'] = { description: 'Gone' };
    document.paths['/api/problems/{number}'] = renamed(document.paths['/api/problems/{id}']);
    delete document.paths['/api/problems/{id}'];
  }, 'changes');
  expect(linesOf(said)).toEqual([]);
  expect(passes).toBe(true);
});

/** A path whose parameter has another name. */
function renamed(path: Document): Document {
  return JSON.parse(JSON.stringify(path).replaceAll('"name":"id"', '"name":"number"'));
}

it('is released under a new version only, and under a new first number where it breaks clients', () => {
  const release = (version: string, isBroken = false): { passes: boolean; said: string } => {
    const document: Document = JSON.parse(released);
    document.info.version = version;
    if (isBroken) delete document.paths['/api/problems/{id}'].delete;
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'tools/commands/release-document.mjs'), folder],
      {
        encoding: 'utf8',
      },
    );
    return { passes: status === 0, said: stdout + stderr };
  };
  expect(release('1.0.0')).toMatchObject({ passes: false, said: expect.stringContaining('released already') });
  expect(release('2.0.0', true)).toMatchObject({ passes: false, said: expect.stringContaining('openapi:check') });
  writeFileSync(
    join(folder, 'CHANGELOG.md'),
    '# Changes\n\n## Unreleased\n\n- DELETE /api/problems/{id}: is gone\n\n## 1.0.0\n',
  );
  expect(release('1.1.0', true)).toMatchObject({ passes: false, said: expect.stringContaining('first number') });
  expect(release('2.0.0', true).passes).toBe(true);
  expect(JSON.parse(readFileSync(join(folder, 'released.json'), 'utf8')).info.version).toBe('2.0.0');
  expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toMatch(
    /^# Changes\n\n## Unreleased\n\n## 2\.0\.0, \d{4}-\d\d-\d\d\n\n- DELETE/,
  );
});
