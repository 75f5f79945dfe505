import {
  BadRequestException,
  ConflictException,
  UnprocessableEntityException,
  type HttpException,
} from '@nestjs/common';

const exceptions = { 400: BadRequestException, 409: ConflictException, 422: UnprocessableEntityException };

/** An error of one field, so that a form shows it there. Every write can be 400; its document lists the other statuses. */
export function fieldProblem(field: string, message: string, status: keyof typeof exceptions = 400): HttpException {
  return new exceptions[status]({ message, errors: [{ field, message }] });
}
