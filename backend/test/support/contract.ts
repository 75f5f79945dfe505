import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths';

/** A JSON schema, as the document has them. */
export interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
  [keyword: string]: unknown;
}

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }>; headers?: Record<string, unknown> }>;
}

export const document = JSON.parse(readFileSync(join(root, 'openapi/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
for (const [name, schema] of Object.entries(document.components.schemas))
  ajv.addSchema(closed(schema), `#/components/schemas/${name}`);
const validators = new Map<object, ValidateFunction>();

/** No field may be answered that the document does not name. */
function closed(schema: Schema): Schema {
  return schema.type === 'object' && schema.properties ? { ...schema, additionalProperties: false } : schema;
}

// `/products/search` is also `/products/{id}`: the one without parameters is meant, so it comes first.
const templates = Object.entries(document.paths)
  .map(([template, operations]) => ({
    template,
    operations,
    pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }))
  .sort((a, b) => a.template.split('{').length - b.template.split('{').length);

function operationOf(method: string, path: string): Operation | undefined {
  const plain = path.split('?')[0];
  return templates.find(({ pattern }) => pattern.test(plain))?.operations[method.toLowerCase()];
}

/** Fails when an answer of an API path is not as the document says: its status, its content type, its body. */
export function expectDocumented({
  method,
  path,
  answer,
}: {
  method: string;
  path: string;
  answer: { status: number; isJson: boolean; body: unknown; headers: Pick<Headers, 'get'> };
}): void {
  const operation = operationOf(method, path);
  if (!operation) return;
  const name = `${operation.operationId} ${answer.status}`;
  const response = operation.responses[answer.status];
  if (!response) throw new Error(`${name} is not in openapi.json`);
  expectHeaders(name, response.headers, answer);
  if (!response.content) return;
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const media = response.content[type];
  if (!media)
    throw new Error(
      `${name} answers ${type || 'nothing'}, and openapi.json has ${Object.keys(response.content).join(', ')}`,
    );
  if (!answer.isJson) return;
  let validate = validators.get(media.schema);
  if (!validate) validators.set(media.schema, (validate = ajv.compile(media.schema)));
  if (!validate(answer.body))
    throw new Error(`${name} is not as openapi.json says: ${ajv.errorsText(validate.errors)}`);
  const { requestId } = answer.body as { requestId?: string };
  if (answer.status >= 400 && requestId !== answer.headers.get('x-request-id'))
    throw new Error(`${name} names its request ${requestId}, and its header ${answer.headers.get('x-request-id')}`);
}

/** The headers that tell a client something of an answer. An `ETag` can also be for caches, or of no use to a client. */
const TELLING = [
  'deprecation',
  'link',
  'queue-length',
  'retry-after',
  'sunset',
  'x-matches',
  'x-original-request-id',
  'x-request-id',
];

/** Of other answers than successes the document names some headers only: a status can have several causes. */
function expectHeaders(
  name: string,
  documented: Record<string, unknown> | undefined,
  { status, headers }: { status: number; headers: Pick<Headers, 'get'> },
): void {
  const names = Object.keys(documented ?? {}).map((header) => header.toLowerCase());
  const sent = TELLING.filter((header) => headers.get(header) !== null);
  const missing = status < 300 ? sent.filter((header) => !names.includes(header)) : [];
  if (missing.length > 0) throw new Error(`${name} has the headers ${missing.join(', ')}, which openapi.json has not`);
  if (!sent.includes('x-request-id')) throw new Error(`${name} has no X-Request-Id`);
}

/** Fails when a value is not as a schema of the document says. */
export function expectSchema(name: string, value: unknown): void {
  const validate = ajv.getSchema(`#/components/schemas/${name}`);
  if (!validate?.(value)) throw new Error(`It is no ${name}: ${ajv.errorsText(validate?.errors)}`);
}
