import fc, { type Arbitrary } from 'fast-check';
import { KIND } from '../../../src/api/record-reference';
import { document, type Schema } from '../../support/contract';

/** Values for what a schema cannot tell apart: images whose bytes are real ones. */
export interface Samples {
  images: string[];
}

/** A schema with one type, and whether it may be null as well. */
interface OneType extends Schema {
  type?: string;
  nullable: boolean;
}

/**
 * The schema that a `$ref` stands for, also one in the `allOf` that Nest writes for a property with a description;
 * `type: ['string', 'null']` as a type that may be null.
 */
export function dereferenced(given: Schema): OneType {
  const ref = given.$ref ?? given.allOf?.[0].$ref;
  const schema = typeof ref === 'string' ? document.components.schemas[ref.split('/').pop() as string] : given;
  const types = [schema.type ?? []].flat();
  return { ...schema, type: types.find((type) => type !== 'null'), nullable: types.includes('null') };
}

/** Texts of every sort: words, spaces, any code point, what means something elsewhere; lone surrogates are no text. */
export function anyText(maxLength: number): Arbitrary<string> {
  const most = Math.min(maxLength, 24);
  const special = fc.constantFrom(
    '%',
    '_',
    '\\',
    "'",
    '"',
    '`',
    '<b>',
    '&amp;',
    '${x}',
    '../',
    ';--',
    '%00',
    '\r\n',
    '\t',
    '\u200b',
    '\u202e',
    '\ufeff',
    'e\u0301',
    '\u00e9',
    '😀',
    '__proto__',
    'null',
    '0',
  );
  const words = fc
    .array(fc.oneof(special, fc.string({ maxLength: 6 }), fc.string({ unit: 'binary', maxLength: 4 })), {
      maxLength: 4,
    })
    .map((parts) => clipped(parts.join(' '), most));
  return fc.oneof(
    { weight: 5, arbitrary: fc.string({ maxLength: most }) },
    { weight: 4, arbitrary: words },
    { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: most }).map((text) => clipped(text, most)) },
  );
}

function clipped(text: string, characters: number): string {
  return [...text].slice(0, characters).join('');
}

/** As long as may be, by code points. */
function ofLength(length: number): Arbitrary<string> {
  return fc.constantFrom('a', 'é', '字', '😀', 'a😀').map((unit) => clipped(unit.repeat(length), length));
}

/** Values that keep to a schema. */
export function validOf(given: Schema, samples: Samples): Arbitrary<unknown> {
  const schema = dereferenced(given);
  const value = schema.enum ? fc.constantFrom(...schema.enum) : validByType(schema, samples);
  return schema.nullable ? fc.option(value, { freq: 6 }) : value;
}

function validByType(schema: Schema, samples: Samples): Arbitrary<unknown> {
  const { type = 'string' } = schema;
  switch (type) {
    case 'integer':
      return validInteger(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return validArray(schema, samples);
    case 'object':
      return validObject(schema, samples);
    default:
      return validText(schema, samples);
  }
}

function validArray({ items, minItems = 0, maxItems = 3 }: Schema, samples: Samples): Arbitrary<unknown[]> {
  const item = validOf(items as Schema, samples);
  const few = fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 2) });
  return fc.oneof(
    { weight: 20, arbitrary: few },
    { weight: 1, arbitrary: item.map((one) => new Array<unknown>(maxItems).fill(one)) },
  );
}

function validInteger({ minimum = 0, maximum = 2147483647 }: Schema): Arbitrary<number> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: minimum, max: Math.min(maximum, minimum + 60) }) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  );
}

function validObject(schema: Schema, samples: Samples): Arbitrary<unknown> {
  if (typeof schema.additionalProperties === 'object') return validMap(schema, samples);
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => [name, validOf(property, samples)] as const,
  );
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
}

/** Names of a map have no words in this version of OpenAPI: at most 100 characters, not blank, as the description says. */
function validMap(schema: Schema, samples: Samples): Arbitrary<unknown> {
  const name = fc.oneof(
    { weight: 5, arbitrary: anyText(100).filter((text) => text.trim() !== '' && !text.includes('\0')) },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', '0', '-1', 'id', 'a'.repeat(100)) },
  );
  return fc.dictionary(name, validOf(schema.additionalProperties as Schema, samples), {
    maxKeys: Math.min(schema.maxProperties ?? 4, 4),
  });
}

function validText(schema: Schema, samples: Samples): Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 200 } = schema;
  if (format === 'email')
    return fc
      .tuple(fc.stringMatching(/^[A-Za-z][A-Za-z0-9.+_-]{0,12}[a-z0-9]$/), fc.domain())
      .map(([local, domain]) => `${local.replace(/\.+/g, '.')}@${domain}`)
      .filter((email) => email.length <= maxLength);
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time' && !pattern)
    return fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((time) => time.toISOString());
  if (isImage(schema))
    return fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...samples.images) },
      { weight: 1, arbitrary: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
    );
  if (pattern?.startsWith('^https?://'))
    return fc.tuple(fc.domain(), fc.webPath()).map(([host, path]) => `https://${host}.invalid${path}`);
  if (pattern?.startsWith('^([Hh][Tt][Tt][Pp]')) return fc.webUrl();
  // Modules add kinds, so the document does not list them.
  // Of these every operation knows: some take only what has responses.
  if (pattern === KIND.source) return fc.constantFrom('problem', 'question');
  if (pattern && !isFreeText(schema))
    return fc.stringMatching(new RegExp(pattern, 'u')).filter((text) => text.length <= maxLength);
  const fits = new RegExp(pattern ?? '', 'u');
  const long = maxLength > 1000 ? 1 : 2;
  return fc
    .oneof(
      { weight: 30, arbitrary: anyText(maxLength) },
      { weight: long, arbitrary: ofLength(maxLength) },
      { weight: 2, arbitrary: ofLength(Math.max(minLength, 1)) },
    )
    .map((text) => text + 'x'.repeat(Math.max(0, minLength - [...text].length)))
    .filter((text) => fits.test(text));
}

/** Text that a pattern only forbids something in. */
function isFreeText({ pattern = '' }: Schema): boolean {
  return pattern === '' || pattern.endsWith('[^\\u0000]*$');
}

function isImage({ pattern = '' }: Schema): boolean {
  return pattern.includes('/api/images/');
}

/** Values that break a schema in one place. */
export function brokenOf(given: Schema, samples: Samples): Arbitrary<unknown> {
  const schema = dereferenced(given);
  const wrongType = fc.constantFrom<unknown>(
    ...[0, 1.5, true, 'text', '', null, [], ['a'], {}, { a: 1 }].filter((value) => !isOfType(value, schema)),
  );
  return fc.oneof(
    { weight: 1, arbitrary: wrongType },
    { weight: 4, arbitrary: schema.enum ? notOneOf(schema.enum) : (brokenByType(schema, samples) ?? wrongType) },
  );
}

function isOfType(value: unknown, { type, nullable, enum: words }: OneType): boolean {
  if (value === null) return nullable;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && !Array.isArray(value);
  return words ? words.includes(value) : typeof value === 'string';
}

function notOneOf(words: unknown[]): Arbitrary<unknown> {
  const near = words.flatMap((word) => [`${word} `, String(word).toUpperCase(), `${word}x`]);
  return fc.oneof(fc.constantFrom<unknown>(...near, ''), anyText(20)).filter((value) => !words.includes(value));
}

function brokenByType(schema: Schema, samples: Samples): Arbitrary<unknown> | null {
  if (schema.type === 'integer')
    return fc.constantFrom(
      ...[(schema.minimum ?? 0) - 1, (schema.maximum ?? 0) + 1, 1.5, -1e300, 2 ** 53].filter(
        (value) => value < (schema.minimum ?? 0) || value > (schema.maximum ?? 0) || !Number.isInteger(value),
      ),
    );
  if (schema.type === 'boolean') return fc.constantFrom<unknown>('true', 'false', '', 0, 1, null, []);
  if (schema.type === 'array') return brokenArray(schema, samples);
  if (schema.type === 'object') return brokenObject(schema, samples);
  return brokenText(schema);
}

function brokenArray(schema: Schema, samples: Samples): Arbitrary<unknown> {
  const items = schema.items as Schema;
  const breaks = [
    fc
      .tuple(brokenOf(items, samples), fc.array(validOf(items, samples), { maxLength: 2 }))
      .map(([broken, others]) => [...others, broken]),
  ];
  if (schema.minItems) breaks.push(fc.constant([]));
  if (schema.maxItems)
    breaks.push(validOf(items, samples).map((item) => new Array<unknown>((schema.maxItems as number) + 1).fill(item)));
  return fc.oneof(...breaks);
}

function brokenObject(schema: Schema, samples: Samples): Arbitrary<unknown> {
  const valid = validObject(schema, samples) as Arbitrary<Record<string, unknown>>;
  if (typeof schema.additionalProperties === 'object') return brokenMap(schema, samples, valid);
  const breaks = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    weight: 2,
    arbitrary: fc.tuple(valid, brokenOf(property, samples)).map(([body, broken]) => withField(body, name, broken)),
  }));
  for (const name of schema.required ?? [])
    breaks.push({
      weight: 1,
      arbitrary: valid.map((body) => Object.fromEntries(Object.entries(body).filter(([field]) => field !== name))),
    });
  const unknown = fc
    .oneof(
      fc.constantFrom('__proto__', 'constructor', 'toString', 'version', 'searchText', 'userId', ''),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    )
    .filter(
      (name) => !Object.hasOwn(schema.properties ?? {}, name) && !['id', 'createdAt', 'createdById'].includes(name),
    );
  if (schema.additionalProperties === false)
    breaks.push({
      weight: 2,
      arbitrary: fc
        .tuple(valid, unknown, fc.jsonValue({ maxDepth: 1 }))
        .map(([body, name, value]) => withField(body, name, value)),
    });
  return fc.oneof(...breaks);
}

function brokenMap(schema: Schema, samples: Samples, valid: Arbitrary<Record<string, unknown>>): Arbitrary<unknown> {
  const tooMany = Object.fromEntries(
    Array.from({ length: (schema.maxProperties ?? 0) + 1 }, (_, index) => [`name ${index}`, 'text']),
  );
  return fc.oneof(
    fc
      .tuple(valid, brokenOf(schema.additionalProperties as Schema, samples))
      .map(([map, broken]) => withField(map, 'broken', broken)),
    fc
      .tuple(valid, fc.constantFrom('', ' ', '\0', 'a\0', 'a'.repeat(101), '\ud800'))
      .map(([map, name]) => withField(map, name, 'text')),
    fc.constant(tooMany),
  );
}

/** A field of any name, `__proto__` too. */
function withField(object: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  return Object.defineProperty({ ...object }, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Text is trimmed before it is measured, so what is too long has no space at its ends. */
function brokenText(schema: Schema): Arbitrary<unknown> | null {
  const { format, pattern, minLength, maxLength } = schema;
  const breaks: Arbitrary<string>[] = [];
  if (maxLength && maxLength < 1e6) breaks.push(ofLength(maxLength + 1));
  if (minLength) breaks.push(ofLength(minLength - 1));
  if (format === 'email')
    breaks.push(
      fc.constantFrom(
        'a',
        'a@',
        '@b.example',
        'a b@c.example',
        'a@b@c.example',
        'a@.',
        'a@b.example\0',
        'a,b@c.example',
      ),
    );
  if (format === 'uuid')
    breaks.push(
      fc.constantFrom(
        '0',
        'x'.repeat(36),
        '00000000-0000-0000-0000-00000000000',
        '{00000000-0000-4000-8000-000000000000}',
      ),
    );
  if (isImage(schema))
    breaks.push(
      fc.constantFrom(
        '',
        'javascript:alert(1)',
        'ftp://a.example/b',
        '//a.example/b',
        'https://',
        'https:// ',
        'data:text/html,x',
        'data:image/svg+xml,<svg/>',
        '/api/images/x',
        '/api/images/',
        'http://a.example/b c',
        'http://u:p@a.example/',
        'file:///etc/passwd',
        'data:image/png;base64,==',
      ),
    );
  else if (pattern)
    breaks.push(
      isFreeText(schema)
        ? fc.constantFrom('\0', 'a\0b', ...(new RegExp(pattern, 'u').test(' ') ? [] : [' ', '\t\n', '\u00a0\ufeff']))
        : anyText(40).filter((text) => !new RegExp(pattern, 'u').test(text)),
    );
  if (isFreeText(schema))
    breaks.push(fc.constantFrom('\ud800', 'a\udc00', '\udc00\ud800', 'a'.repeat(minLength ?? 0) + '\udfff'));
  return breaks.length > 0 ? fc.oneof(...breaks) : null;
}
