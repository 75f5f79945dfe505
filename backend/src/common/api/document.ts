import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { STATUS_CODES } from 'node:http';
import { ErrorDto } from './error.dto';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const everyOperation = { 503: 'The database is away for a moment; try again after the seconds in Retry-After' };
const signedIn = { 401: 'Sign in first' };
const changing = { 403: 'The request comes from another site' };
const once = { 422: 'This Idempotency-Key was used for another request' };
const withBody = { 400: 'The request breaks a rule', 413: 'The request is too large', 415: 'The body must be JSON' };

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
        'the answer sets a session cookie, and every other call works from then on, on this page too.',
    )
    .setVersion('1.0.0')
    .addCookieAuth('sid', { type: 'apiKey', in: 'cookie', name: 'sid' }, 'session')
    .addSecurityRequirements('session')
    .build();
  const document = SwaggerModule.createDocument(app, config, { extraModels: [ErrorDto] });
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) if (path[method]) addCommonErrors(path[method], method);
  }
  return document;
}

function addCommonErrors(operation: Operation, method: string): void {
  const isPublic = operation.security?.length === 0;
  // What concerns the session makes no record, so there is none to answer again.
  const isOnce = method === 'post' && !isPublic && !operation.tags?.includes('auth');
  if (isOnce) (operation.parameters ??= []).push(IDEMPOTENCY_KEY);
  const errors: Record<string, string> = {
    ...everyOperation,
    ...(isPublic ? {} : signedIn),
    ...(method === 'get' ? {} : { ...changing, ...withBody }),
    ...(isOnce ? once : {}),
  };
  for (const [status, description] of Object.entries(errors)) {
    operation.responses[status] ??= {
      description,
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/ErrorDto' },
          example: { statusCode: Number(status), error: STATUS_CODES[status], message: description },
        },
      },
    };
  }
}
