import { BadRequestException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/** Printable ASCII; a UUID does well. */
const KEY = /^[\x21-\x7e]{1,200}$/;

/** Refuses an `Idempotency-Key` that cannot be one, whatever the operation. */
export function checkIdempotencyKey(request: Request, _response: Response, next: NextFunction): void {
  const key = request.get('Idempotency-Key');
  next(
    key === undefined || KEY.test(key)
      ? undefined
      : new BadRequestException('Idempotency-Key must be 1 to 200 printable ASCII characters without spaces'),
  );
}
