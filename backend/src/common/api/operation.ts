import { applyDecorators, NotFoundException, SetMetadata, type Type } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { MAX_LIMIT } from '../lists/list-query.dto';
import { ErrorDto, errorExample } from './error.dto';

export const PUBLIC = 'public';

/** A route that needs no sign-in; every other route does. */
export const Public = (): MethodDecorator => applyDecorators(SetMetadata(PUBLIC, true), ApiOperation({ security: [] }));

/** What one operation says of itself in the OpenAPI document. */
export interface OperationOptions {
  /** The operation id, which the typed client makes its names from. */
  id: string;
  summary: string;
  description?: string;
  status: 200 | 201 | 204;
  /** The answer: a DTO, a list of them as `[Dto]`, or nothing. */
  answer?: Type<unknown> | [Type<unknown>];
  answerDescription: string;
  /** Media types of an answer that is bytes. */
  binary?: string[];
  headers?: Record<string, { description: string; schema: { type: 'string' } }>;
  /** Errors of its own, with what each means; those that any operation can answer are added for all at once. */
  errors?: Record<number, string>;
}

/** Documents an operation: id, summary, its answer and its errors. */
export function Operation(options: OperationOptions): MethodDecorator {
  return applyDecorators(
    ApiOperation({ operationId: options.id, summary: options.summary, description: options.description }),
    ApiResponse({
      status: options.status,
      description: options.answerDescription,
      headers: options.headers,
      ...(options.binary ? { content: Object.fromEntries(options.binary.map((type) => [type, BYTES])) } : { type: options.answer }),
    }),
    ...Object.entries(options.errors ?? {}).map(([status, description]) => ApiError(Number(status), description)),
  );
}

const BYTES = { schema: { type: 'string', format: 'binary' } } as const;

function ApiError(status: number, description: string): MethodDecorator {
  return ApiResponse({
    status,
    description,
    type: ErrorDto,
    example: errorExample(status, description),
  });
}

/** Documents an operation that answers a list, whole or by pages. */
export function ListOperation(options: { id: string; summary: string; answer: Type<unknown>; errors?: Record<number, string> }): MethodDecorator {
  return Operation({
    id: options.id,
    summary: options.summary,
    description: 'Without `limit` the whole list is answered; with it one page, and a `Link` header with `rel="next"` where there is more.',
    status: 200,
    answer: [options.answer],
    answerDescription: 'The records.',
    headers: { Link: { description: 'RFC 8288: where the next page is, with `rel="next"`; absent on the last one.', schema: { type: 'string' } } },
    errors: { 400: `limit must be a whole number from 1 to ${MAX_LIMIT}`, ...options.errors },
  });
}

/** The answer, or 404 with the given sentence where there is none. */
export function found<T>(answer: T | null, notFound: string): T {
  if (answer === null) throw new NotFoundException(notFound);
  return answer;
}
