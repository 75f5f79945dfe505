import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { ErrorDto, errorExample } from './error.dto';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type SchemaObject = Extract<NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string], { additionalProperties?: unknown }>;

const everyOperation = { 503: 'The database is away for a moment; try again after the seconds in Retry-After' };
const signedIn = { 401: 'Sign in first' };
const byToken = { 429: 'This token has made too many requests; try again after the seconds in Retry-After' };
const changing = { 403: 'The request comes from another site' };
const once = { 422: 'This Idempotency-Key was used for another request' };
const withBody = { 400: 'The request breaks a rule', 413: 'The request is too large', 415: 'The body must be JSON' };

/** Operations that make no record, so that there is none to answer again. */
const NO_RECORDS = ['auth', 'tokens', 'webhooks'];

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description: 'A text of your own for this request, best a UUID: however often it is sent with it, it is done once, and every repeat gets the first answer. Known for 7 days.',
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' },
};

/** The OpenAPI document of the running app: written from the DTOs, with the errors that any operation can answer. */
export function buildOpenApi(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Ecom CRM Platform')
    .setDescription(
      'The product registry and the support desk of a web shop. Sign in with `POST /api/login` (or register with `POST /api/register`): ' +
        'the answer sets a session cookie, and every other call works from then on, on this page too. Programs send an access token ' +
        '(`POST /api/tokens`) as `Authorization: Bearer …`.',
    )
    .setVersion('1.0.0')
    .addCookieAuth('sid', { type: 'apiKey', in: 'cookie', name: 'sid', description: 'Called `__Host-sid` over HTTPS.' }, 'session')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'ecom_…', description: 'An access token. Where one is sent, cookies count for nothing.' }, 'token')
    .addSecurityRequirements('session')
    .addSecurityRequirements('token')
    .build();
  const document = SwaggerModule.createDocument(app, config, { extraModels: [ErrorDto] });
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) if (path[method]) addCommonErrors(path[method], method);
  }
  for (const schema of requestSchemas(document)) schema.additionalProperties = false;
  return document;
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
          example: errorExample(Number(status), description),
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
