import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { ErrorDto, errorExample } from './error.dto';
import { addFieldExamples, brokenRule, exampleOf, type ExampleSchema } from './examples';
import { describeSection } from './section';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type SchemaObject = Extract<
  NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string],
  { additionalProperties?: unknown }
>;

const everyOperation = { 503: 'The database is away for a moment; try again after the seconds in Retry-After' };
const signedIn = { 401: 'Sign in first' };
const byToken = { 429: 'This token has made too many requests; try again after the seconds in Retry-After' };
const changing = { 403: 'The request comes from another site' };
const once = { 422: 'This Idempotency-Key was used for another request' };
const withBody = { 400: 'The request breaks a rule', 413: 'The request is too large', 415: 'The body must be JSON' };

/** Operations that make no record, so that there is none to answer again. */
const NO_RECORDS = ['auth', 'tokens', 'webhooks', 'images'];

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description:
    'A text of your own for this request, best a UUID: however often it is sent with it, it is done once, and every repeat gets the first answer. Known for 7 days.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    pattern: '^[!-~]+$',
    example: '6f9d2c1e-58a7-4b0e-9f5d-3f1a2b7c8d90',
  },
};

/** The OpenAPI document of the running app: written from the DTOs, with the errors that any operation can answer. */
export function buildOpenApi(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Ecom CRM Platform')
    .setDescription(
      'The product registry and the support desk of a web shop. Sign in with `POST /api/login` (or register with `POST /api/register`): ' +
        'the answer sets a session cookie, and every other call works from then on, on this page too. Programs send an access token ' +
        '(`POST /api/tokens`) as `Authorization: Bearer …`.',
    )
    .setVersion('1.0.0')
    .addServer('/', 'This server')
    .addCookieAuth(
      'sid',
      { type: 'apiKey', in: 'cookie', name: 'sid', description: 'Called `__Host-sid` over HTTPS.' },
      'session',
    )
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'ecom_…',
        description: 'An access token. Where one is sent, cookies count for nothing.',
      },
      'token',
    )
    .addSecurityRequirements('session')
    .addSecurityRequirements('token')
    .build();
  const document = SwaggerModule.createDocument(app, config, { extraModels: [ErrorDto] });
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) if (path[method]) addCommonErrors(path[method], method);
  }
  for (const schema of requestSchemas(document)) schema.additionalProperties = false;
  addExamples(document);
  document.tags = sectionsOf(document);
  return document;
}

/** The sections that operations stand in, by name. */
function sectionsOf({ paths }: OpenAPIObject): OpenAPIObject['tags'] {
  const names = Object.values(paths).flatMap((path) => METHODS.flatMap((method) => path[method]?.tags ?? []));
  return [...new Set(names)].sort().map((name) => ({ name, description: describeSection(name) }));
}

/** Gives every body an example made from those of its fields. */
function addExamples({ paths, components }: OpenAPIObject): void {
  const schemas = (components?.schemas ?? {}) as Record<string, ExampleSchema>;
  addFieldExamples(schemas);
  for (const path of Object.values(paths)) {
    for (const method of METHODS) {
      path[method]?.parameters?.forEach((parameter) => showOptional(parameter as Parameter));
      for (const [status, media] of bodiesOf(path[method]))
        addExample(media, { status, path, operation: path[method] as Operation, schemas });
    }
  }
}

interface Parameter {
  required?: boolean;
  schema: ExampleSchema;
}

/** Swagger UI fills in every `example`, and would so send what nobody has asked for; of `examples` it only tells. */
function showOptional({ required, schema }: Parameter): void {
  if (required || schema.example === undefined) return;
  schema.examples = [schema.example];
  delete schema.example;
}

interface Media {
  schema?: ExampleSchema;
  example?: unknown;
}

/** The JSON bodies of an operation: with their status, and `request` for what is sent. */
function bodiesOf(operation: Operation | undefined): [status: string, media: Media][] {
  if (!operation) return [];
  const parts = Object.entries({ request: operation.requestBody, ...operation.responses }) as [
    string,
    { content?: Record<string, Media> } | undefined,
  ][];
  return parts.flatMap(([status, part]) =>
    Object.entries(part?.content ?? {}).flatMap(([type, media]) =>
      type === 'application/json' ? [[status, media] as [string, Media]] : [],
    ),
  );
}

function addExample(
  media: Media,
  {
    status,
    path,
    operation,
    schemas,
  }: { status: string; path: PathItem; operation: Operation; schemas: Record<string, ExampleSchema> },
): void {
  if (status === '412') {
    const record = answerOf(operation) ?? answerOf(path.get);
    media.example = { ...(media.example as ErrorDto), ...(record && { current: exampleOf(record, schemas) }) };
  } else if (status === '400') {
    const body = bodiesOf(operation).find(([name]) => name === 'request')?.[1].schema;
    const rule = body && media.example === undefined && brokenRule(body, schemas);
    media.example ??= { ...errorExample(400, rule ? rule.message : withBody[400]), ...(rule && { errors: [rule] }) };
  } else media.example ??= exampleOf(media.schema ?? {}, schemas);
}

function answerOf(operation: Operation | undefined): ExampleSchema | undefined {
  return bodiesOf(operation).find(([status]) => status.startsWith('2'))?.[1].schema;
}

function addCommonErrors(operation: Operation, method: string): void {
  const isPublic = operation.security?.length === 0;
  const isOnce = method === 'post' && !isPublic && !operation.tags?.some((tag) => NO_RECORDS.includes(tag));
  if (isOnce) (operation.parameters ??= []).push(IDEMPOTENCY_KEY);
  const errors: Record<string, string> = {
    ...everyOperation,
    ...(isPublic ? {} : signedIn),
    ...(operation.security === undefined ? byToken : {}),
    ...(method === 'get' ? {} : { ...changing, ...withBody }),
    ...(isOnce ? once : {}),
  };
  for (const [status, description] of Object.entries(errors)) {
    operation.responses[status] ??= {
      description,
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/ErrorDto' },
          // A broken rule is shown by one of the body's own.
          ...(description === withBody[400] ? {} : { example: errorExample(Number(status), description) }),
        },
      },
    };
  }
}

/** The schemas of bodies, and those inside them: a field that they do not name is refused. */
function requestSchemas({ paths, components }: OpenAPIObject): SchemaObject[] {
  const found = new Map<string, SchemaObject>();
  const collect = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.set(name, components?.schemas?.[name] as SchemaObject);
      collect(found.get(name));
    }
  };
  for (const path of Object.values(paths)) for (const method of METHODS) collect(path[method]?.requestBody ?? {});
  return [...found.values()];
}
