import { HttpException } from '@nestjs/common';

/** 429 (too many attempts) or 503 (too busy), with the seconds of `Retry-After`. */
export class TryLater extends HttpException {
  constructor(
    status: 429 | 503,
    message: string,
    readonly seconds: number,
  ) {
    super(message, status);
  }
}
