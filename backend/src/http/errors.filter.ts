import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { STATUS_CODES } from 'node:http';
import { pipeline } from 'node:stream';
import type { ErrorDto } from '../api/error.dto';
import { describeRequest } from '../platform/logging/request-log';
import { tagOf } from '../api/version-tag';
import { databaseError } from './database-error';
import { inPieces } from './body/large-json';
import { TryLater } from './try-later';

/** What an error can carry with its message. */
type Details = Pick<ErrorDto, 'errors' | 'current' | 'conflicts'>;

/** Turns every error into a response: a message for people, without SQL, stack or path. */
@Catch()
export class ErrorsFilter implements ExceptionFilter {
  private readonly logger = new Logger('HTTP');

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    // A body that was cut off is no fault of the server, and there is nobody to answer.
    const isCutOff = request.destroyed && !request.complete;
    const body = toBody(isCutOff ? { status: 400 } : error, response);
    if (body.statusCode >= 500 && !(error instanceof TryLater))
      this.report(error, { ...describeRequest(request, response), status: body.statusCode });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (error instanceof TryLater) response.setHeader('Retry-After', String(error.seconds));
    else if (body.statusCode === 503) response.setHeader('Retry-After', '1');
    const tag = tagOf(body.current);
    if (tag) response.setHeader('ETag', tag);
    response.removeHeader('Content-Disposition');
    response.status(body.statusCode);
    const pieces = inPieces(body);
    // An error while it is sent ends the connection.
    if (pieces) pipeline(pieces.getStream(), response.type('application/json'), () => undefined);
    else response.json(body);
  }

  /** A 503 passes by itself, so it needs no stack. */
  private report(error: unknown, fields: { status: number }): void {
    if (fields.status === 503)
      this.logger.warn({ ...fields, reason: error instanceof Error ? error.message : String(error) });
    else this.logger.error({ ...fields, err: error });
  }
}

/** The response body for an error of Nest, the body parser or the database, else 500, with the id of the request. */
export function toBody(error: unknown, response: Response): ErrorDto {
  return { ...bodyOf(error), requestId: String(response.getHeader('X-Request-Id')) };
}

type Body = Omit<ErrorDto, 'requestId'>;

function bodyOf(error: unknown): Body {
  if (error instanceof HttpException) return fromHttp(error);
  // First, because an aborted request carries a code like that of a lost database.
  const { status } = error as { status?: number };
  if (status && status >= 400 && status < 500) return toError(status, parserMessage(status));
  const database = databaseError(error);
  if (database) return toError(database.status, database.message);
  return toError(500, 'Something went wrong on the server');
}

function fromHttp(error: HttpException): Body {
  const given = error.getResponse() as string | ({ message?: string | string[] } & Details);
  const message = typeof given === 'string' ? given : given.message;
  const text = Array.isArray(message) ? message.join('. ') : message;
  return toError(error.getStatus(), httpMessage(error.getStatus(), text), typeof given === 'string' ? {} : given);
}

function httpMessage(status: number, message = ''): string {
  if (status === 404 && message.startsWith('Cannot ')) return 'There is nothing at this address';
  if (status === 401 && message === 'Unauthorized') return 'Sign in first';
  if (status === 403 && message.startsWith('Cross-origin request detected'))
    return 'The request comes from another site';
  if (message === 'request entity too large') return parserMessage(status);
  return message || (STATUS_CODES[status] ?? 'Error');
}

function parserMessage(status: number): string {
  if (status === 413) return 'The request is too large';
  if (status === 415) return 'The body must be plain JSON in UTF-8';
  return 'The request cannot be read';
}

function toError(statusCode: number, message: string, { errors, current, conflicts }: Details = {}): Body {
  const details = Object.entries({ errors, current, conflicts }).filter(([, value]) => value !== undefined);
  return { statusCode, error: STATUS_CODES[statusCode] ?? 'Error', message, ...Object.fromEntries(details) };
}
