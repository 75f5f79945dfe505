import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { addHeaders, ETAG, EVERYWHERE, IS_QUEUED, QUEUE_LENGTH, REQUEST_ID, RETRY_AFTER } from './answer-headers';
import { ErrorDto, errorExample } from './error.dto';
import { addFieldExamples, brokenRule, exampleOf, type ExampleSchema } from './examples';
import { IDEMPOTENCY_KEY, ORIGINAL_REQUEST_ID } from './idempotency-key';
import { describeSection } from './section';
import { describeWebhooks, webhookBodies } from './webhook';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;
type Schemas = Record<string, ExampleSchema & { additionalProperties?: unknown }>;

const BREAKS_RULE = 'The request breaks a rule';

/** No licence has been chosen: the name says so, and the identifier is no licence that SPDX knows. */
const LICENSE = { name: 'No licence chosen yet', identifier: 'LicenseRef-none-chosen-yet' };

/** Operations that make no record, so that there is none to answer again. Their sections come last. */
const NO_RECORDS = ['trends', 'notifications', 'auth', 'sessions', 'users', 'tokens', 'webhooks', 'images'];

/** The OpenAPI document of the running app: written from the DTOs, with the errors that any operation can answer. */
export function buildOpenApi(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Ecom CRM Platform')
    .setDescription(
      'The product registry and the support desk of a web shop. Sign in with `POST /api/login` (or register with `POST /api/register`): ' +
        'the answer sets a session cookie, and every other call works from then on, on this page too. Programs send an access token ' +
        '(made on the screen *Access tokens*) as `Authorization: Bearer …`.\n\n' +
        'This document is at [/docs-json](/docs-json) and [/docs-yaml](/docs-yaml). *The API by example* (`docs/api.md` of the program) is the guide.',
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
    // Tools take the first that they can send.
    .addSecurityRequirements('token')
    .addSecurityRequirements('session')
    .build();
  Object.assign(config.info, { license: LICENSE });
  const document = SwaggerModule.createDocument(app, config, { extraModels: [ErrorDto, ...webhookBodies()] });
  const operations = operationsOf(document);
  const schemas = document.components?.schemas as Schemas;
  for (const { operation, method } of operations) addCommonErrors(operation, method);
  addVersions(operations);
  Object.assign(document.components ?? {}, { headers: EVERYWHERE });
  for (const { operation } of operations) addSuccessHeaders(operation);
  for (const name of requestSchemas(operations, schemas)) schemas[name].additionalProperties = false;
  addFieldExamples(schemas);
  for (const { operation, path } of operations) {
    showParameters((operation.parameters ?? []) as Parameter[]);
    for (const [status, media] of bodiesOf(operation)) addExample(media, status, { path, operation, schemas });
  }
  const webhooks = describeWebhooks((body) => exampleOf(body, schemas));
  if (webhooks) document.webhooks = webhooks;
  document.tags = sectionsOf(operations).map((name) => ({ name, description: describeSection(name) }));
  return document;
}

interface Described {
  path: PathItem;
  method: string;
  operation: Operation;
}

function operationsOf({ paths }: OpenAPIObject): Described[] {
  return Object.values(paths).flatMap((path) =>
    METHODS.flatMap((method) => (path[method] ? [{ path, method, operation: path[method] }] : [])),
  );
}

/** The sections with records first, in the order of the features. */
function sectionsOf(operations: Described[]): string[] {
  const sections = [...new Set(operations.flatMap(({ operation }) => operation.tags ?? []))];
  const isLast = (name: string): number => Number(NO_RECORDS.includes(name));
  return sections.sort((a, b) => isLast(a) - isLast(b));
}

interface Parameter {
  name: string;
  required?: boolean;
  schema: ExampleSchema;
  example?: unknown;
}

/** What `/docs` fills in of a list: without a limit it answers everything, with pictures in full, and the page freezes. */
const FILLED_IN: Record<string, unknown> = { limit: 20, images: 'url' };

function showParameters(parameters: Parameter[]): void {
  parameters.forEach(showOptional);
  if (!parameters.some(({ name }) => name === 'limit')) return;
  for (const parameter of parameters) if (parameter.name in FILLED_IN) parameter.example = FILLED_IN[parameter.name];
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
  /** In place of the one. */
  examples?: object;
}

/** The JSON bodies of an operation: with their status, and `request` for what is sent. */
function bodiesOf(operation: Operation | undefined): [status: string, media: Media][] {
  const parts = { request: operation?.requestBody, ...operation?.responses } as Record<
    string,
    { content?: Record<string, Media> } | undefined
  >;
  return Object.entries(parts).flatMap(([status, part]) => {
    const media = part?.content?.['application/json'];
    return media ? [[status, media] as [string, Media]] : [];
  });
}

/** Gives a body an example that is made from those of its fields. */
function addExample(
  media: Media,
  status: string,
  { path, operation, schemas }: { path: PathItem; operation: Operation; schemas: Schemas },
): void {
  if (status === '412') {
    const record = answerOf(operation) ?? answerOf(path.get);
    media.example = { ...(media.example as ErrorDto), ...(record && { current: exampleOf(record, schemas) }) };
  } else if (status === '400') {
    const body = bodiesOf(operation).find(([name]) => name === 'request')?.[1].schema;
    const rule = body && media.example === undefined && brokenRule(body, schemas);
    media.example ??= { ...errorExample(400, rule ? rule.message : BREAKS_RULE), ...(rule && { errors: [rule] }) };
  } else if (!media.examples) media.example ??= exampleOf(media.schema ?? {}, schemas);
}

function answerOf(operation: Operation | undefined): ExampleSchema | undefined {
  return bodiesOf(operation).find(([status]) => status.startsWith('2'))?.[1].schema;
}

/** Answers with a record that `If-Match` protects have its version. */
function addVersions(operations: Described[]): void {
  const recordOf = ({ operation }: Described): unknown => answerOf(operation)?.$ref;
  const protecting = operations.filter(({ operation }) =>
    operation.parameters?.some((parameter) => 'name' in parameter && parameter.name === 'If-Match'),
  );
  const records = new Set(protecting.map(recordOf).filter(Boolean));
  for (const one of operations.filter((described) => records.has(recordOf(described))))
    for (const [status, response] of Object.entries(one.operation.responses))
      if (response && status.startsWith('2')) addHeaders(response, ETAG);
}

/** What an error has stands in its body, or not in each of the same status. */
function addSuccessHeaders(operation: Operation & { [IS_QUEUED]?: boolean }): void {
  const headers = { ...(operation[IS_QUEUED] && QUEUE_LENGTH), ...REQUEST_ID };
  delete operation[IS_QUEUED];
  for (const [status, response] of Object.entries(operation.responses))
    if (response && status.startsWith('2')) addHeaders(response, headers);
}

function addCommonErrors(operation: Operation, method: string): void {
  const isPublic = operation.security?.length === 0;
  const isOnce = method === 'post' && !isPublic && !operation.tags?.some((tag) => NO_RECORDS.includes(tag));
  if (isOnce) {
    (operation.parameters ??= []).push(IDEMPOTENCY_KEY);
    for (const [status, response] of Object.entries(operation.responses))
      if (response && status.startsWith('2')) addHeaders(response, ORIGINAL_REQUEST_ID);
  }
  const errors: Record<string, string> = {
    421: 'The app does not answer under this host name, unless a token is sent',
    429: 'Too many requests, or too much was sent; try again after the seconds in Retry-After',
    503: 'The database is away for a moment; try again after the seconds in Retry-After',
    ...(!isPublic && { 401: 'Sign in first' }),
    ...(method !== 'get' && {
      403: 'The request comes from another site',
      400: BREAKS_RULE,
      413: 'The request is too large',
      415: 'The body must be JSON',
    }),
    ...(isOnce && { 422: 'This Idempotency-Key was used for another request' }),
  };
  for (const [status, description] of Object.entries(errors)) {
    operation.responses[status] ??= {
      description,
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/ErrorDto' },
          // A broken rule is shown by one of the body's own.
          ...(description === BREAKS_RULE ? {} : { example: errorExample(Number(status), description) }),
        },
      },
    };
  }
  for (const status of ['429', '503']) {
    const response = operation.responses[status];
    if (response) addHeaders(response, RETRY_AFTER);
  }
}

/** The names of the schemas of bodies, and of those inside them: a field that they do not name is refused. */
function requestSchemas(operations: Described[], schemas: Schemas): Set<string> {
  const found = new Set<string>();
  const collect = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      collect(schemas[name]);
    }
  };
  for (const { operation } of operations) collect(operation.requestBody ?? {});
  return found;
}
