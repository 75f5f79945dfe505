import { applyDecorators, HttpCode, NotFoundException, SetMetadata, type Type } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiSecurity, type ApiResponseOptions } from '@nestjs/swagger';
import { STATUS_CODES } from 'node:http';
import { sayDeprecated, SendDeprecated, type Deprecated } from './deprecated';
import { ErrorDto, errorExample } from './error.dto';

/** The most records that a page of a list may ask for. */
export const MAX_LIMIT = 200;

export const PUBLIC = 'public';
export const SESSION_ONLY = 'session only';
/** Why a token may not do what only a person does. */
export const NOT_BY_TOKEN = 'A token cannot do this. Sign in with your password';
/** By which the id of an operation is found on its handler. */
export const OPERATION_ID = 'operation id';

// Left undefined, the summary stays what it is: `ApiOperation` would make it empty.
const NO_SIGN_IN = { security: [], summary: undefined };

/** A route that needs no sign-in; every other route does. */
export const Public = (): MethodDecorator => applyDecorators(SetMetadata(PUBLIC, true), ApiOperation(NO_SIGN_IN));

/** What a person does, and no token can: 403. So are the public routes, which begin and end sessions. */
export const SessionOnly = (): ClassDecorator & MethodDecorator =>
  applyDecorators(SetMetadata(SESSION_ONLY, true), ApiSecurity('session'));

/** What one operation says of itself in the OpenAPI document. */
export interface OperationOptions {
  /** The operation id, which the typed client makes its names from. */
  id: string;
  summary: string;
  description: string;
  /** Of a success; 200 unless given. */
  status?: 200 | 201 | 204;
  /** The answer: a DTO, a list of them as `[Dto]`, or nothing. */
  answer?: Type<unknown> | [Type<unknown>];
  /** The status in words unless given. */
  answerDescription?: string;
  /** Media types of an answer that is bytes. */
  binary?: string[];
  /** An answer that is text of another type than JSON. */
  text?: { type: string; example: string };
  headers?: Record<string, { description: string; schema: { type: 'string'; example: string } }>;
  /** Since when the operation is on its way out, from when on it may be gone, and where a reader finds what to use instead. */
  deprecated?: Deprecated;
  /** Errors of its own, with what each means. The errors of every operation are added in one place. */
  errors?: Record<number, string>;
}

/** Sets the status of an operation, and documents it: id, summary, its answer and its errors. */
export function Operation(options: OperationOptions): MethodDecorator {
  const { status = 200, answerDescription = STATUS_CODES[status] } = options;
  return applyDecorators(
    HttpCode(status),
    SetMetadata(OPERATION_ID, options.id),
    ApiOperation({
      operationId: options.id,
      summary: options.summary,
      description: options.description,
      ...(options.deprecated && sayDeprecated(options.deprecated, options.description)),
    }),
    ...(options.deprecated ? [SendDeprecated(options.deprecated)] : []),
    ApiResponse({
      status,
      description: answerDescription,
      headers: options.headers,
      ...answerOf(options),
    }),
    ...Object.entries(options.errors ?? {}).map(([status, description]) => ApiError(Number(status), description)),
  );
}

function answerOf({
  binary,
  text,
  answer,
}: OperationOptions): Pick<ApiResponseOptions, 'content'> | { type?: OperationOptions['answer'] } {
  if (binary) return { content: Object.fromEntries(binary.map((type) => [type, BYTES])) };
  if (text) return { content: { [text.type]: { schema: { type: 'string' }, example: text.example } } };
  return { type: answer };
}

const BYTES = { schema: { type: 'string', format: 'binary' } } as const;

function ApiError(status: number, description: string): MethodDecorator {
  return ApiResponse({ status, description, type: ErrorDto, example: errorExample(status, description) });
}

/** Says of a search by relevance that no record has all words. */
export const PARTIAL_HEADER = { name: 'X-Matches', value: 'partial' } as const;

/** What a list that can be searched by relevance says of itself. */
export const RANKED = {
  headers: {
    [PARTIAL_HEADER.name]: {
      description:
        '`partial` where the records have some of the words only, because none has all; with `sort=relevance` alone.',
      schema: { type: 'string', example: PARTIAL_HEADER.value },
    },
  },
} as const;

const PAGES =
  'Without `limit` the whole list is answered; with it one page, and a `Link` header with `rel="next"` where there is more.';

/** Documents an operation that answers a list, whole or by pages. */
export function ListOperation(
  options: Pick<OperationOptions, 'id' | 'summary' | 'errors' | 'headers'> & {
    description?: string;
    answer: Type<unknown>;
  },
): MethodDecorator {
  return Operation({
    id: options.id,
    summary: options.summary,
    description: `${options.description ? `${options.description} ` : ''}${PAGES}`,
    answer: [options.answer],
    answerDescription: 'The records.',
    headers: {
      Link: {
        description: 'RFC 8288: where the next page is, with `rel="next"`; absent on the last one.',
        schema: { type: 'string', example: '</api/products?limit=50&cursor=aWQ6NTE>; rel="next"' },
      },
      ...options.headers,
    },
    errors: { 400: `limit must be a whole number from 1 to ${MAX_LIMIT}`, ...options.errors },
  });
}

/** The answer, or 404 with the given sentence where there is none. */
export function orNotFound<T>(answer: T | null, notFound: string): T {
  if (answer === null) throw new NotFoundException(notFound);
  return answer;
}
