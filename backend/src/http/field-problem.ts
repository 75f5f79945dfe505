import {
  BadRequestException,
  ConflictException,
  UnprocessableEntityException,
  type HttpException,
} from '@nestjs/common';

const exceptions = { 400: BadRequestException, 409: ConflictException, 422: UnprocessableEntityException };

/** What is wrong with a field of a request, so that a form shows it there. Every write may answer 400; what else it may is in its document. */
export function fieldProblem(field: string, message: string, status: keyof typeof exceptions = 400): HttpException {
  return new exceptions[status]({ message, errors: [{ field, message }] });
}
