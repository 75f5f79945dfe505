import fc, { type Arbitrary } from 'fast-check';
import { document, type Parameter, type Schema } from '../../support/contract';
import { IS_DEPLOYED_BALANCER } from '../../support/processes/load-balancer';
import { anyText, brokenOf, validOf, type Samples } from './schemas';

/** What the server must say to a request: accept its input, refuse it, or anything that the document knows. */
export type Expectation = 'accepted' | 'refused' | 'anything';

/** A request before it is known which records are there. */
export interface Plan {
  id: string;
  method: string;
  path: string;
  /** What stands in the path; a number picks one of the records that are there. */
  inPath: Record<string, string | number>;
  query: [name: string, value: string | number][];
  headers: Record<string, string>;
  body?: unknown;
  /** Sent as it is in place of `body`. */
  raw?: Buffer;
  signedIn: boolean;
  expected: Expectation;
}

interface Operation {
  id: string;
  method: string;
  path: string;
  isPublic: boolean;
  parameters: Parameter[];
  body?: Schema;
  /** A file that it takes in place of JSON. */
  file?: { type: string; bytes: Arbitrary<Buffer> };
}

const CSV_CELL = fc.oneof(
  fc.constantFrom('', 'A-1', '=1+1', 'SKU', 'Handle', 'https://shop.example/a.jpg', '"a, ""b""\n"', '007', '{}'),
  anyText(10).map((text) => `"${text.replaceAll('"', '""')}"`),
);
const csvFile = fc
  .tuple(
    fc.constantFrom(',', ';', '\t'),
    fc.array(fc.array(CSV_CELL, { minLength: 1, maxLength: 5 }), { maxLength: 8 }),
  )
  .map(([separator, rows]) =>
    Buffer.from([`SKU${separator}Name${separator}Images`, ...rows.map((row) => row.join(separator))].join('\n')),
  );

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const imageForm = fc
  .array(fc.constantFrom('a.png', 'ü ö.png', '../a', '%22'), { minLength: 1, maxLength: 3 })
  .map((names) =>
    Buffer.concat([
      ...names.flatMap((name) => [
        Buffer.from(`--crm\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n`),
        Buffer.from('Content-Type: image/png\r\n\r\n'),
        PNG,
        Buffer.from('\r\n'),
      ]),
      Buffer.from('--crm--\r\n'),
    ]),
  );

const FILES: Record<string, Operation['file']> = {
  'text/csv': { type: 'text/csv', bytes: csvFile },
  'multipart/form-data': { type: 'multipart/form-data; boundary=crm', bytes: imageForm },
};

export const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses }]) => ({
    id: operationId,
    method: method.toUpperCase(),
    path,
    isPublic: !('401' in responses) || operationId === 'login',
    parameters,
    file: Object.keys(requestBody?.content ?? {}).map((type) => FILES[type])[0],
    body: requestBody?.content['application/json']?.schema,
  })),
);

/** Hashing passwords is dear, and wrong ones are counted: those operations come less often. */
const RARE = ['login', 'logoutEverywhere', 'register', 'changePassword'];

/** Requests to all operations: most keep to the document, some break it in one place, some are odd. */
export function anyRequest(samples: Samples): Arbitrary<Plan> {
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: RARE.includes(operation.id) ? 1 : 8,
      arbitrary: fc.oneof(
        { weight: 5, arbitrary: validRequest(operation, samples) },
        { weight: 4, arbitrary: brokenRequest(operation, samples) },
        { weight: 2, arbitrary: oddRequest(operation, samples) },
      ),
    })),
  );
}

/** Picks a record that is there, as what the path wants: its number, a change set, the hash of an image. */
const pick = fc.nat({ max: 1e6 });

function validRequest(
  { id, method, path, isPublic, parameters, body, file }: Operation,
  samples: Samples,
): Arbitrary<Plan> {
  const values = (
    place: Parameter['in'],
    value: (parameter: Parameter) => Arbitrary<unknown>,
  ): Arbitrary<Record<string, unknown>> => {
    const here = parameters.filter((parameter) => parameter.in === place);
    return fc.record(Object.fromEntries(here.map((parameter) => [parameter.name, value(parameter)])), {
      requiredKeys: here.filter(({ required }) => required).map(({ name }) => name),
    });
  };
  return fc
    .record({
      inPath: values('path', (parameter) =>
        fc.oneof({ weight: 5, arbitrary: pick }, { weight: 1, arbitrary: validParameter(parameter, samples) }),
      ),
      query: values('query', (parameter) => validParameter(parameter, samples)),
      headers: values('header', (parameter) => validParameter(parameter, samples)),
      body: body ? validOf(body, samples) : fc.constant(undefined),
      ...(file ? { raw: file.bytes } : {}),
    })
    .map(({ inPath, query, headers: given, ...rest }) => ({
      id,
      method,
      path,
      signedIn: !isPublic,
      expected: 'accepted',
      inPath: inPath as Plan['inPath'],
      query: Object.entries(query) as Plan['query'],
      headers: { ...(given as Plan['headers']), ...(file ? { 'Content-Type': file.type } : {}) },
      ...rest,
    }));
}

function validParameter({ name, schema }: Parameter, samples: Samples): Arbitrary<string | number> {
  // Cursors are made by the server; waiting is not what is tested.
  if (name === 'cursor' || name === 'after') return pick;
  if (name === 'wait') return fc.constant('0');
  if (name === 'If-Match') return fc.constantFrom('*', '"1"', '"1", "2"', '"9"', 'W/"1"', '"anything"', '""');
  return (validOf(schema, samples) as Arbitrary<string | number>).map(String);
}

function brokenRequest(operation: Operation, samples: Samples): Arbitrary<Plan> {
  const valid = validRequest(operation, samples).map((plan): Plan => ({
    ...plan,
    expected: 'refused',
    inPath: Object.fromEntries(Object.keys(plan.inPath).map((name) => [name, 7])),
  }));
  const breaks: Arbitrary<Plan>[] = operation.parameters.flatMap((parameter) => brokenParameter(parameter, valid));
  if (operation.body)
    breaks.push(
      ...new Array<Arbitrary<Plan>>(4).fill(
        fc.tuple(valid, brokenOf(operation.body, samples)).map(([plan, body]) => ({ ...plan, body })),
      ),
    );
  return breaks.length > 0 ? fc.oneof(...breaks) : valid.map((plan) => ({ ...plan, expected: 'anything' }));
}

const NO_NUMBERS = [
  '0',
  '-1',
  '1.5',
  '1e1',
  '0x10',
  '+1',
  ' 1',
  '1 ',
  '01',
  'one',
  '٣',
  '2147483648',
  '99999999999999999999',
  'NaN',
  'null',
  '1,2',
  '1\0',
];

function brokenParameter({ name, in: place, schema }: Parameter, plans: Arbitrary<Plan>): Arbitrary<Plan>[] {
  const fits = new RegExp(schema.pattern ?? '', 'u');
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  const isWrong = (text: string): boolean => {
    if (choices) return !choices.includes(text);
    if (schema.type === 'integer') return isNoNumber(text, schema);
    const isLong = [...text].length > (schema.maxLength ?? Infinity);
    return isLong || !fits.test(text) || ['uuid', 'date-time'].includes(schema.format ?? '');
  };
  const long = 'a'.repeat((schema.maxLength ?? 300) + 1);
  const values = fc
    .oneof(fc.constantFrom(...NO_NUMBERS, long, 'search '), fc.string({ maxLength: 20 }), anyText(20))
    .filter((text) => isWrong(text));
  if (place === 'path')
    return [
      fc
        .tuple(
          plans,
          values.filter((text) => !['', '.', '..', 'search'].includes(text)),
        )
        .map(([plan, value]) => ({ ...plan, inPath: { ...plan.inPath, [name]: value } })),
    ];
  if (place === 'header')
    return schema.pattern
      ? [
          fc
            .tuple(plans, fc.constantFrom('', ' ', 'a b', 'ü', long))
            .map(([plan, value]) => ({ ...plan, headers: { ...plan.headers, [name]: value } })),
        ]
      : [];
  const others = plans.map((plan): Plan => ({ ...plan, query: plan.query.filter(([other]) => other !== name) }));
  return [
    fc.tuple(others, values).map(([plan, value]) => ({ ...plan, query: [...plan.query, [name, value]] })),
    fc
      .tuple(others, fc.constantFrom(['', ''], ['[]', '[]'], ['[a]', '']))
      .map(([plan, [one, two]]) => ({ ...plan, query: [...plan.query, [name + one, '20'], [name + two, '20']] })),
  ];
}

function isNoNumber(text: string, { minimum = 0, maximum = 2147483647 }: Schema): boolean {
  return !/^\d+$/.test(text) || /^0\d/.test(text) || Number(text) < minimum || Number(text) > maximum;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const BODIES = [
  '',
  ' ',
  '{',
  '}',
  'null',
  '[]',
  '[{}]',
  '"x"',
  '0',
  'nul',
  '{"a":1}}',
  '{"title":"a","title":"b"}',
  '\ufeff{}',
  '{"title":"\\ud800","content":"a"}',
  '{"__proto__":{"status":"x"}}',
  '{"constructor":{"prototype":{}}}',
  '{"title":{"toString":1}}',
  `${'['.repeat(5000)}`,
  `{"a":${'{"a":'.repeat(40)}1${'}'.repeat(41)}`,
  `[${'0,'.repeat(9000)}0]`,
  `{"title":"${'a'.repeat(300_000)}"}`,
  '{"title": 1e400}',
  "{'title': 1}",
].map((text) => Buffer.from(text));
const ODD_BODIES = [
  ...BODIES,
  Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
  Buffer.from('{"title":"\xff\xfe"}', 'latin1'),
  Buffer.from('{"a":"b"}', 'utf16le'),
];
const ODD_HEADERS: Record<string, string>[] = [
  { Cookie: 'sid=s%3Aforged.signature' },
  { Cookie: 'sid=%zz; sid=%ff' },
  { Cookie: 'sid' },
  { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' },
  { Origin: 'null' },
  { Origin: 'no address' },
  { Accept: 'text/html', 'Accept-Encoding': 'x;q=1, *;q=0' },
  { Accept: '*/*;q=x', 'Accept-Charset': 'utf-7' },
  { Range: 'bytes=0-1' },
  { 'If-None-Match': '*' },
  { 'If-Modified-Since': 'Sat, 01 Jan 2050 00:00:00 GMT' },
  { 'X-HTTP-Method-Override': 'DELETE' },
  { 'X-Forwarded-For': '1.2.3.4, x', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'elsewhere.example' },
  { 'X-Request-Id': "'; DROP TABLE products; --" },
  { 'If-Match': `"${'9'.repeat(3000)}"` },
  { 'Last-Event-ID': '%00' },
  // nginx answers other hosts by itself.
  ...(IS_DEPLOYED_BALANCER ? [] : [{ Host: '203.0.113.9' }]),
  { Authorization: 'Basic Og==' },
  { Authorization: 'Bearer' },
  { Authorization: `Bearer ecom_${'a'.repeat(43)}` },
  { Connection: 'close' },
];
const ODD_TYPES = [
  'text/plain',
  'text/html',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/',
  'json',
  'application/json, text/plain',
  'application/problem+json',
];
const ODD_QUERIES = [
  'q[]=a',
  'q[a]=1',
  'limit=1&limit=2',
  '__proto__=1',
  'constructor=1',
  'toString=1',
  'q=%00',
  'q=%zz',
  'q=%ff%fe',
  '=',
  '&&&',
  'a'.repeat(4000),
  'limit[$gt]=1',
  'images=url&images=url',
  'cursor=',
  'hasOwnProperty=1',
  'q=a&q=b',
  'unknown=1',
  ';',
  '?',
  'q=%ed%a0%80',
];
const METHODS = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'LOCK',
  'SEARCH',
];

function oddRequest(operation: Operation, samples: Samples): Arbitrary<Plan> {
  const valid = validRequest(operation, samples).map((plan): Plan => ({ ...plan, expected: 'anything' }));
  const change = <T>(values: Arbitrary<T>, changed: (plan: Plan, value: T) => Partial<Plan>): Arbitrary<Plan> =>
    fc.tuple(valid, values).map(([plan, value]) => ({ ...plan, ...changed(plan, value) }));
  const odd = [
    change(fc.constantFrom(...ODD_HEADERS), (plan, headers) => ({ headers: { ...plan.headers, ...headers } })),
    change(fc.constantFrom(...ODD_QUERIES), (plan, query) => ({ path: `${plan.path}?${query}` })),
    change(fc.constantFrom(...METHODS), (_plan, method) => ({
      method,
      ...(['HEAD', 'TRACE', 'GET', 'OPTIONS'].includes(method) ? { body: undefined } : {}),
    })),
    change(fc.constantFrom('a', '.', '%2e%2e', '%zz', '%00', '%ff', 'a/b', ' '), (plan, segment) => ({
      path: `${plan.path}/${encodeURI(segment).replaceAll('%25', '%')}`,
    })),
    valid.map((plan) => ({ ...plan, signedIn: false })),
  ];
  if (operation.method === 'GET') return fc.oneof(...odd);
  const refused = <T>(values: T[], changed: (plan: Plan, value: T) => Partial<Plan>): Arbitrary<Plan> =>
    change(fc.constantFrom(...values), (plan, value) => ({ expected: 'refused', ...changed(plan, value) }));
  return fc.oneof(
    ...odd,
    refused(ODD_TYPES, (_plan, type) => ({ raw: Buffer.from('{"a":1}'), headers: { 'Content-Type': type } })),
    refused(['gzip', 'br', 'deflate', 'x', 'gzip, gzip'], (_plan, encoding) => ({
      raw: Buffer.from('{"a":1}'),
      headers: { ...JSON_TYPE, 'Content-Encoding': encoding },
    })),
    change(fc.constantFrom(...ODD_BODIES), (_plan, raw) => ({ raw, headers: JSON_TYPE })),
    change(fc.json(), (_plan, text) => ({ raw: Buffer.from(text), headers: JSON_TYPE })),
  );
}
